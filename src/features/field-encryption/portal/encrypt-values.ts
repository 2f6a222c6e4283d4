import { offerSealingKey } from '../contract.ts'
import { isEncryptedField, SEALED_PREFIX, sealedText, SEALING_FIELD } from '../sealed-fields.ts'
import { inTime } from '#portal/network/in-time.ts'
import { readFrame } from '#portal/islands/read-frame.ts'

/** One fetch brings nonces for a purchase: a form has two or three values, a call one or two. */
const NONCES = 6
/** Offers are valid for ten minutes; a new one is fetched earlier, for phones that slept. */
const FRESH_MS = 8 * 60_000
/** RSA-OAEP-256 with 3072 bits takes 318 bytes, nonce and name included: no address and no number is longer than what is left. */
const MAX_BYTES = 230
/** The key in session storage. */
const KEPT = 'sealing'
/** Less than the wait for a whole encryption (`SEAL_MS`). */
const KEY_MS = 4_000
const ALGORITHM = { name: 'RSA-OAEP', hash: 'SHA-256' }

/** As it came from the server; each nonce is for one value. */
type Offer = { kid: string; key: string; nonces: string[]; atMs: number }
type OpenOffer = Offer & { publicKey: CryptoKey }

let offered: Promise<OpenOffer> | null = null

/** Fetches a key ahead, so that sending need not wait. */
export async function prepare(): Promise<void> {
  const { nonces } = await freshOffer()
  if (nonces.length > 0) return
  await forgetOffer()
  await freshOffer()
}

/** After the server said that a key is retired. */
export async function forgetOffer(): Promise<void> {
  offered = null
  takeKept()
}

/** GEN-5, GEN-7: encrypts numbers, addresses and codes in a body, at any depth; undefined without any. Throws without a key. */
export async function encryptBody(body: string): Promise<string | undefined> {
  let isSealed = false
  async function sealInside(input: unknown, name: string): Promise<unknown> {
    if (typeof input === 'string') {
      if (!isEncryptedField(name, input)) return input
      isSealed = true
      return sealValue(name, input)
    }
    if (Array.isArray(input)) return Promise.all(input.map((each) => sealInside(each, name)))
    if (typeof input !== 'object' || input === null) return input
    const entries = Object.entries(input).map(async ([key, value]) => [key, await sealInside(value, key)] as const)
    return Object.fromEntries(await Promise.all(entries))
  }
  const sealed = JSON.stringify(await sealInside(JSON.parse(body), ''))
  return isSealed ? sealed : undefined
}

async function sealValue(name: string, value: string): Promise<string> {
  const { kid, publicKey, nonce } = await takeNonce()
  const text = new TextEncoder().encode(sealedText({ nonce, name, value: shortened(value) }))
  const ciphertext = await crypto.subtle.encrypt(ALGORITHM, publicKey, text)
  return `${SEALED_PREFIX}${kid}.${nonce}.${btoa(String.fromCharCode(...new Uint8Array(ciphertext)))}`
}

/** Each nonce opens one value. */
async function takeNonce(): Promise<OpenOffer & { nonce: string }> {
  const from = offered
  const offer = await freshOffer()
  const nonce = offer.nonces.pop()
  if (nonce) return { ...offer, nonce }
  // Of parallel calls without a nonce, the first fetches for all.
  if (offered === from) offered = null
  return takeNonce()
}

async function freshOffer(): Promise<OpenOffer> {
  const mine = (offered ??= inTime(fetchEncryptionKey(), KEY_MS))
  try {
    const offer = await mine
    if (isFresh(offer.atMs)) return offer
  } catch (error) {
    if (offered === mine) offered = null
    throw error
  }
  if (offered === mine) offered = null
  return freshOffer()
}

/** A clock that was set back says nothing about age. */
function isFresh(atMs: number): boolean {
  const age = Date.now() - atMs
  return age >= 0 && age < FRESH_MS
}

async function fetchEncryptionKey(): Promise<OpenOffer> {
  // WebCrypto exists only on pages from https or localhost. Elsewhere nothing is encrypted, as without script.
  if (!crypto.subtle) throw new Error('no WebCrypto')
  const offer = takeKept() ?? (await fetchOffer())
  const bytes = Uint8Array.from(atob(offer.key), (character) => character.charCodeAt(0))
  return { ...offer, publicKey: await crypto.subtle.importKey('spki', bytes, ALGORITHM, false, ['encrypt']) }
}

async function fetchOffer(): Promise<Offer> {
  const answer = await fetch(`${offerSealingKey.url}?count=${NONCES}`, { cache: 'no-store', headers: readFrame().callHeaders })
  const { result } = (await answer.json()) as { result?: Offer }
  if (!result?.nonces.length) throw new Error('no key to seal with')
  return { kid: result.kid, key: result.key, nonces: result.nonces, atMs: Date.now() }
}

/** Unused nonces are for the next page, because a key is large. Removed when read, so that a copied tab never reuses a nonce. */
function takeKept(): Offer | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Offer | null
    sessionStorage.removeItem(KEPT)
    return kept && kept.nonces.length > 0 && isFresh(kept.atMs) ? kept : null
  } catch {
    // Storage is refused, or holds foreign data.
    return null
  }
}

addEventListener('pagehide', () => {
  const left = offered
  // This page may be restored from the cache, when the next page has used its nonces.
  offered = null
  left
    ?.then(({ kid, key, nonces, atMs }) => sessionStorage.setItem(KEPT, JSON.stringify({ kid, key, nonces, atMs })))
    .catch(() => undefined)
})

/** A longer value is neither a number nor an address: the server refuses its shortened form as well. */
function shortened(value: string): string {
  const bytes = new TextEncoder().encode(value)
  return bytes.length <= MAX_BYTES ? value : new TextDecoder().decode(bytes.slice(0, MAX_BYTES - 3))
}

type Seals = { texts: Map<string, string>; atMs: number }

/** The encrypted values of a form, for one submit. */
const sealsOf = new WeakMap<EventTarget, Seals>()
/** The form that the browser is about to send. */
let sending: EventTarget | null = null
let working: Promise<void> = Promise.resolve()

/** Encrypts the current values of a form for sending. Runs one after the other, so a second press reuses the first's result. */
export function encryptForm(form: HTMLFormElement): Promise<void> {
  working = working.catch(() => {}).then(() => sealNow(form))
  return working
}

/** Whether all current values of a form are encrypted. */
export function hasSeals(form: HTMLFormElement): boolean {
  const seals = sealsOf.get(form)
  return !!seals && isFresh(seals.atMs) && unsealed(form, seals).length === 0
}

function unsealed(form: HTMLFormElement, { texts }: Seals) {
  return toSealIn(new FormData(form)).filter(({ key }) => !texts.has(key))
}

async function sealNow(form: HTMLFormElement): Promise<void> {
  const known = sealsOf.get(form)
  const seals = known && isFresh(known.atMs) ? known : { texts: new Map<string, string>(), atMs: Date.now() }
  sealsOf.set(form, seals)
  // The visitor may go on typing while a key is fetched.
  for (let missing = unsealed(form, seals); missing.length > 0; missing = unsealed(form, seals)) {
    const made = await Promise.all(missing.map(async ({ key, name, value }) => [key, await sealValue(name, value)] as const))
    for (const [key, text] of made) seals.texts.set(key, text)
  }
}

/** A field that occurs twice is encrypted twice. */
function toSealIn(form: FormData): { key: string; name: string; value: string }[] {
  const seen = new Map<string, number>()
  return [...form].flatMap(([name, value]) => {
    if (typeof value !== 'string' || !isEncryptedField(name, value)) return []
    const same = JSON.stringify([name, value])
    const place = (seen.get(same) ?? 0) + 1
    seen.set(same, place)
    return [{ key: same + place, name, value }]
  })
}

/** Runs after the shell and the islands, which may cancel a submit. They read the typed values. */
addEventListener('submit', ({ target, defaultPrevented }) => {
  sending = defaultPrevented ? null : target
  setTimeout(() => (sending = null))
})

/** Changes only what the browser sends: the fields stay as typed. Unless all values are encrypted, the form is sent as without script. */
addEventListener('formdata', ({ target, formData }) => {
  const seals = target && target === sending ? sealsOf.get(target) : undefined
  if (!target || !seals) return
  sealsOf.delete(target)
  const fields = toSealIn(formData)
  if (fields.length === 0 || fields.some(({ key }) => !seals.texts.has(key))) return
  for (const { name } of fields) formData.delete(name)
  for (const { key, name } of fields) formData.append(name, seals.texts.get(key) ?? '')
  formData.append(SEALING_FIELD, 'on')
})
