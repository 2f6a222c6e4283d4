import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { storeOrder } from '#tests/support/stored-order.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { claimPurchase, lastOrderOf, releasePurchase } from './ussd-purchases.store.ts'

const db = openDatabase((await testDatabase()).pool)
const CAPS = { perNumber: 1_000_000, inAll: 1_000_000 }
/** Ten in the evening in Niamey, six in the morning of the next day in Tokyo. */
const EVENING = new Date('2026-11-18T21:00:00Z')
const after = (minutes: number, from = EVENING) => new Date(from.getTime() + minutes * 60_000)

let made = 0
const another = (word: string) => `${word}-${(made += 1)}`

function aNumber() {
  const number = String(90_700_000 + (made += 1))
  if (!isMobileNumber(number)) throw new Error('no number')
  return number
}

type PurchaseRequest = Parameters<typeof claimPurchase>[1]
const aWish = (change: Partial<PurchaseRequest> = {}): PurchaseRequest => ({
  purchaseId: another('purchase'),
  orderId: another('order'),
  msisdn: aNumber(),
  fingerprint: 'PREPAID_RECHARGE 90000001  500',
  way: 'money',
  amount: 500,
  isRepeat: false,
  now: EVENING,
  ...change,
})

test('USSD-5 the same purchase by another number is a different purchase', async () => {
  expect(await claimPurchase(db, aWish(), CAPS)).toEqual({ kind: 'claimed' })
  expect(await claimPurchase(db, aWish(), CAPS)).toEqual({ kind: 'claimed' })
})

test('USSD-5 of twenty parallel presses by one number one requests payment, and nineteen show that payment', async () => {
  const msisdn = aNumber()
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimPurchase(db, aWish({ msisdn }), CAPS)))
  expect(claims.filter(({ kind }) => kind === 'claimed')).toHaveLength(1)
  expect(claims.filter(({ kind }) => kind === 'twice')).toHaveLength(19)
})

test('USSD-8 payments that every provider declined do not count towards the cap; unknown and doubtful ones do', async () => {
  const caps = { perNumber: 500, inAll: 1_000_000 }
  const next = async (attempt: Parameters<typeof storeOrder>[1]) => {
    const msisdn = aNumber()
    const orderId = await storeOrder(db, attempt)
    await claimPurchase(db, aWish({ msisdn, orderId, way: 'airtime' }), caps)
    return (await claimPurchase(db, aWish({ msisdn, way: 'airtime', isRepeat: true }), caps)).kind
  }
  expect(await next({ state: 'DECLINED' })).toBe('claimed')
  expect(await next({ state: 'DECLINED', doubt: 'said-paid' })).toBe('capped')
  expect(await next({ state: 'UNKNOWN' })).toBe('capped')
  expect(await next({ state: 'PAID' })).toBe('capped')
  expect(await next(null)).toBe('capped')
})

test('USSD-8 the cap counts per day in the country’s time zone', async () => {
  const caps = { perNumber: 500, inAll: 1_000_000 }
  const msisdn = aNumber()
  const debit = (now: Date) => claimPurchase(db, aWish({ msisdn, way: 'airtime', isRepeat: true, now }), caps)
  expect(await debit(new Date('2026-11-18T14:30:00Z'))).toEqual({ kind: 'claimed' })
  expect(await debit(new Date('2026-11-18T22:59:00Z'))).toEqual({ kind: 'capped' })
  expect(await debit(new Date('2026-11-18T23:01:00Z'))).toEqual({ kind: 'claimed' })
})

test('USSD-6 the last payment is the latest of this number', async () => {
  const msisdn = aNumber()
  expect(await lastOrderOf(db, msisdn, after(60))).toBeNull()
  for (const [minutes, orderId] of [
    [1, 'first'],
    [30, 'last'],
    [20, 'second'],
  ] as const)
    await claimPurchase(db, aWish({ msisdn, orderId, isRepeat: true, now: after(minutes) }), CAPS)
  await claimPurchase(db, aWish({ now: after(60) }), CAPS)
  expect(await lastOrderOf(db, msisdn, after(60))).toBe('last')
})

test('USSD-5 a claim is released only when no payment was requested', async () => {
  const asked = aWish({ orderId: await storeOrder(db, { state: 'UNKNOWN' }) })
  const unasked = aWish({ orderId: await storeOrder(db, null) })
  for (const request of [asked, unasked]) await claimPurchase(db, request, CAPS)
  expect(await releasePurchase(db, asked.purchaseId)).toBe(false)
  expect(await releasePurchase(db, unasked.purchaseId)).toBe(true)
  expect(await releasePurchase(db, unasked.purchaseId)).toBe(false)
})
