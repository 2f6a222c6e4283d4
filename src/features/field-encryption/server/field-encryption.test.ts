import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { createFieldEncryption } from './field-encryption.ts'
import { testDatabase } from '#tests/support/test-database.ts'

let now = new Date('2026-11-15T10:00:00Z')
const clock = { now: () => now }
const db = openDatabase((await testDatabase()).pool)
const sealing = createFieldEncryption({ db, clock, secret: 'a' })

type Offer = Awaited<ReturnType<typeof sealing.offer>>

function seal(value: string, offer: Offer, options: { innerNonce?: string; padding?: number } = {}): string {
  const key = createPublicKey({ key: Buffer.from(offer.key, 'base64'), format: 'der', type: 'spki' })
  const plain = Buffer.from(`${options.innerNonce ?? offer.nonce}\n${value}`)
  const padding = options.padding ?? constants.RSA_PKCS1_OAEP_PADDING
  const oaepHash = padding === constants.RSA_PKCS1_OAEP_PADDING ? { oaepHash: 'sha256' } : {}
  return `sealed.${offer.kid}.${offer.nonce}.${publicEncrypt({ key, padding, ...oaepHash }, plain).toString('base64')}`
}

test('S10 GEN-5 a value encrypted by the browser is decrypted once and never again', async () => {
  const sealed = seal('482913', await sealing.offer())
  expect(await sealing.open(sealed, 'otp')).toBe('482913')
  await expect(sealing.open(sealed, 'otp')).rejects.toMatchObject({ kind: 'sealed-value-refused' })
})

test('GEN-5 of twenty parallel replays one is decrypted', async () => {
  const sealed = seal('1234', await sealing.offer())
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => sealing.open(sealed, 'otp')))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
})

test('GEN-5 anything that cannot be decrypted gets one and the same answer', async () => {
  const offer = await sealing.offer()
  const other = await sealing.offer()
  const refused = [
    'plain text',
    seal('x', offer, { innerNonce: other.nonce }),
    seal('x', await sealing.offer(), { padding: constants.RSA_PKCS1_PADDING }),
    seal('x', { ...(await sealing.offer()), nonce: `${'A'.repeat(22)}.9999999999.${'A'.repeat(22)}` }),
    `sealed.${offer.kid}.${(await sealing.offer()).nonce}.${'A'.repeat(512)}`,
  ]
  for (const sealed of refused) await expect(sealing.open(sealed, 'otp')).rejects.toMatchObject({ kind: 'sealed-value-refused' })
})

test('GEN-7 a value encrypted for one field is refused in another: a code cannot be sent as a number, and read in the answer', async () => {
  for (const [from, to] of [
    ['otp', 'msisdn'],
    ['msisdn', 'otp'],
    ['email', 'msisdn'],
    ['msisdn', 'mobileNumber'],
  ] as const) {
    const offer = await sealing.offer()
    const sealed = seal(from === 'otp' ? '482913' : `482913\n${from}`, offer)
    await expect(sealing.open(sealed, to)).rejects.toMatchObject({ kind: 'sealed-value-refused' })
    await expect(sealing.open(sealed, from)).rejects.toMatchObject({ kind: 'sealed-value-refused' })
  }
  expect(await sealing.open(seal('90000001\nmsisdn', await sealing.offer()), 'msisdn')).toBe('90000001')
})

test('GEN-5 two keys live during a rotation, then the old one is named as old', async () => {
  const before = await sealing.offer()
  await sealing.rotate()
  const after = await sealing.offer()
  expect(after.kid).not.toBe(before.kid)
  expect(await sealing.open(seal('old', before), 'otp')).toBe('old')
  expect(await sealing.open(seal('new', after), 'otp')).toBe('new')
  const late = seal('late', { ...(await laterOffer()), kid: before.kid, key: before.key })
  await expect(sealing.open(late, 'otp')).rejects.toMatchObject({ kind: 'old-sealing-key' })
})

test('GEN-5 an offer ends after ten minutes', async () => {
  const offer = await sealing.offer()
  now = new Date(now.getTime() + 601_000)
  await expect(sealing.open(seal('x', offer), 'otp')).rejects.toMatchObject({ kind: 'sealed-value-refused' })
})

test('replicas that begin a key at the same moment share one', async () => {
  const fresh = openDatabase((await testDatabase()).pool)
  const replicas = Array.from({ length: 4 }, () => createFieldEncryption({ db: fresh, clock, secret: 'a' }))
  const offers = await Promise.all(replicas.map((replica) => replica.offer()))
  expect(new Set(offers.map((offer) => offer.kid)).size).toBe(1)
})

async function laterOffer(): Promise<Offer> {
  now = new Date(now.getTime() + 21 * 60_000)
  return sealing.offer()
}
