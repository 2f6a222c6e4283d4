import { constants, createHash, generateKeyPair, privateDecrypt, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { World } from '../world/world.ts'
import { KEY_LIFE_MS, type GsmaProfile } from './gsma-profile.ts'

/** Ours: the standard says how a PIN is protected, and not where its key comes from. One key for one payment of ours. */
export type GsmaKey = {
  kid: string
  ourReference: string
  msisdn: string
  spki: string
  privateKey: string
  expiresAt: number
  /** What was sealed to it before: the same text is never taken twice. */
  usedTexts: readonly string[]
}

export type GsmaKeys = {
  /** The same key again while it lives, for the same payer. */
  issue(asked: { ourReference: string; msisdn: string }): Promise<GsmaKey>
  /** The PIN inside, or null when this text cannot be used, for whatever reason. */
  unseal(sealed: { kid: string; ciphertext: string; ourReference: string; msisdn: string }): string | null
  /** The payment is done: nothing more is opened with its key. */
  remove(ourReference: string): void
}

const generate = promisify(generateKeyPair)

type KeyPair = { spki: string; privateKey: string }

/** Making a pair takes a fifth of a second of the processor, and here it guards nothing: a few take turns, so that neighbours differ. */
const PAIRS = 4
const pairs: Promise<KeyPair>[] = []
let turns = 0

function nextPair(): Promise<KeyPair> {
  const turn = turns++ % PAIRS
  return (pairs[turn] ??= makePair())
}

async function makePair(): Promise<KeyPair> {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { spki: publicKey.toString('base64'), privateKey }
}

export function createGsmaKeys(world: World, { face }: GsmaProfile): GsmaKeys {
  const keys = world.store.collection<GsmaKey>(`${face}.keys`)

  function living(ourReference: string, msisdn: string): GsmaKey | undefined {
    const key = keys.get(ourReference)
    return key && key.expiresAt > world.clock.now() && key.msisdn === msisdn ? key : undefined
  }

  return {
    async issue({ ourReference, msisdn }) {
      for (const key of keys.all()) if (key.expiresAt <= world.clock.now()) keys.remove(key.ourReference)
      const known = living(ourReference, msisdn)
      if (known) return known
      const pair = await nextPair()
      const made = { kid: randomUUID(), ourReference, msisdn, ...pair, expiresAt: world.clock.now() + KEY_LIFE_MS, usedTexts: [] }
      keys.put(ourReference, made)
      return made
    },
    unseal({ kid, ciphertext, ourReference, msisdn }) {
      const key = living(ourReference, msisdn)
      const fingerprint = createHash('sha256').update(ciphertext).digest('hex')
      if (key?.kid !== kid || key.usedTexts.includes(fingerprint)) return null
      keys.put(ourReference, { ...key, usedTexts: [...key.usedTexts, fingerprint] })
      return decrypt(key.privateKey, ciphertext, ourReference)
    },
    remove: (ourReference) => keys.remove(ourReference),
  }
}

function decrypt(privateKey: string, ciphertext: string, label: string): string | null {
  try {
    const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256', oaepLabel: Buffer.from(label) }
    const text = privateDecrypt({ key: privateKey, ...oaep }, Buffer.from(ciphertext, 'base64')).toString()
    return /^\d{1,12}$/.test(text) ? text : null
  } catch {
    return null
  }
}
