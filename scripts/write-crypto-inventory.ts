import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { formattedPage } from './formatted-page.ts'
import { markdownTable } from './markdown-table.ts'

export const MEASURES_PAGE = 'docs/compliance/measures.md'

const BEGIN = '<!-- algorithms: written by node scripts/write-crypto-inventory.ts -->'
const END = '<!-- algorithms: end -->'

/** What our sources may do with node:crypto and WebCrypto. A use that is not listed stops the table, and with it the tests. */
const USES: Readonly<Record<string, string>> = {
  'hash sha256': 'cookies and proofs in the database, the ledger’s chain, versions of pages and data, the style in the content policy',
  'hash sha384': 'the scripts of payment pages, compared with those of a live portal',
  'hash sha1': 'names of wallet submissions (UUID version 5, derived, not secret); protects nothing',
  'hmac sha256': 'one-time codes, links, receipts, webhook addresses, puzzles, counted addresses, USSD inputs',
  'hmac sha512': 'the signature of Paystack’s webhooks, as Paystack specifies it',
  'cipher aes-256-gcm': 'fields that are stored encrypted',
  'cipher aes-256-cbc': 'the header x-signature of Airtel Money, as Airtel prescribes it, over TLS; protects nothing of ours',
  'hkdf sha256': 'the key of each encrypted field, from GUICHET_SECRET',
  'key rsa': 'key pairs of 3072 bits for values encrypted in the browser; two live during a rotation',
  'encryption RSA-OAEP SHA-256': 'numbers, addresses, codes and PINs typed in the browser',
  'encryption RSA_PKCS1_PADDING': 'the header x-key of Airtel Money, as Airtel prescribes it, over TLS; protects nothing of ours',
  'random bytes': 'cookies (256 bits), ids and nonces (128 bits), nonces of ciphers (96 bits)',
  'random numbers': 'one-time codes, letters of links',
  'random uuid': 'ids of requests and correlation; not secret',
  'comparison in constant time': 'signatures, codes and keys',
}

const PATTERNS: [RegExp, (found: RegExpMatchArray) => string][] = [
  [/\b(?:createHash|hash)\(\s*'([\w-]+)'/g, ([, name]) => `hash ${name}`],
  [/\bcreateHmac\(\s*'([\w-]+)'/g, ([, name]) => `hmac ${name}`],
  [/\bcreate(?:C|Dec)ipheriv\(\s*'([\w-]+)'/g, ([, name]) => `cipher ${name}`],
  [/\bhkdfSync\(\s*'([\w-]+)'/g, ([, name]) => `hkdf ${name}`],
  [/\bmakeKeyPair\(\s*'([\w-]+)'/g, ([, name]) => `key ${name}`],
  [/\bname: '(RSA-[\w-]+|AES-[\w-]+|EC[\w-]+)', hash: '([\w-]+)'/g, ([, name, hash]) => `encryption ${name} ${hash}`],
  [/RSA_PKCS1_OAEP_PADDING, oaepHash: '(sha256)'/g, () => 'encryption RSA-OAEP SHA-256'],
  [/RSA_(?!PKCS1_OAEP_PADDING)\w+/g, ([name]) => `encryption ${name}`],
  [/\bsubtle\.digest\(\s*'([\w-]+)'/g, ([, name = '']) => `hash ${name.replace('-', '').toLowerCase()}`],
  [/\brandomBytes\(/g, () => 'random bytes'],
  [/\brandomInt\(/g, () => 'random numbers'],
  [/\brandomUUID\b(?![^{]*\} from)/g, () => 'random uuid'],
  [/\btimingSafeEqual\(/g, () => 'comparison in constant time'],
]

/** Imports of node:crypto whose use a pattern finds in the same file. */
const FOUND_BY: Readonly<Record<string, RegExp>> = {
  createHash: /^hash /,
  hash: /^hash /,
  createHmac: /^hmac /,
  createCipheriv: /^cipher /,
  createDecipheriv: /^cipher /,
  hkdfSync: /^hkdf /,
  generateKeyPair: /^key /,
  privateDecrypt: /^encryption /,
  publicEncrypt: /^encryption /,
  randomBytes: /^random bytes/,
  randomInt: /^random numbers/,
  randomUUID: /^random uuid/,
  timingSafeEqual: /^comparison/,
}
/** Types, constants and a key that was stored. */
const WITHOUT_USE = new Set(['constants', 'createPrivateKey', 'createPublicKey', 'KeyObject', 'webcrypto', 'X509Certificate'])

/** Uses in one source; an import whose use was not understood is a use of its own, so that it is refused. */
export function usesIn(source: string): string[] {
  const uses = new Set(PATTERNS.flatMap(([pattern, nameOf]) => [...source.matchAll(pattern)].map(nameOf)))
  const [, imported = ''] = /import \{([^}]*)\} from 'node:crypto'/.exec(source) ?? []
  const names = imported.split(',').map((name) => name.replace(/^\s*type /, '').trim())
  const missed = names.filter((name) => name !== '' && !WITHOUT_USE.has(name) && ![...uses].some((use) => FOUND_BY[name]?.test(use)))
  return [...uses, ...missed.map((name) => `unread ${name}`)]
}

export function algorithmTable(): string {
  const files = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.{ts,tsx}', '**/testing/**'] }).toSorted()
  const byUse = new Map<string, string[]>()
  for (const file of files) for (const use of usesIn(readFileSync(file, 'utf8'))) byUse.set(use, [...(byUse.get(use) ?? []), file])
  const unlisted = [...byUse].filter(([use]) => !(use in USES))
  if (unlisted.length > 0) throw new Error(`not in the inventory of scripts/write-crypto-inventory.ts: ${JSON.stringify(unlisted)}`)
  const used = Object.entries(USES).filter(([use]) => byUse.has(use))
  return markdownTable(
    ['algorithm', 'protects', 'files'],
    used.map(([use, purpose]) => [use, purpose, (byUse.get(use) ?? []).map(shortName).join(', ')]),
  )
}

function shortName(path: string): string {
  return `\`${path.replace(/^.*\//, '')}\``
}

export async function pageWithAlgorithms(): Promise<string> {
  const page = readFileSync(MEASURES_PAGE, 'utf8')
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin === -1 || end < begin) throw new Error(`${MEASURES_PAGE} has no place for the algorithms: ${BEGIN} … ${END}`)
  return formattedPage(MEASURES_PAGE, `${page.slice(0, begin)}${BEGIN}\n\n${algorithmTable()}\n\n${page.slice(end)}`)
}

if (import.meta.main) writeFileSync(MEASURES_PAGE, await pageWithAlgorithms())
