import { asciiDigits } from './ascii-digits.ts'
import { maskSecrets } from './mask-secrets.ts'

const ANY_ORIGIN = 'https://portal.invalid'
/** Return URLs of providers: their parameters are read once and not changed. */
const RETURN_PAGE = '/payment/status'
/** Parameters that only ever contain a place or one of our own ids. */
const FACTS = new Set(['lat', 'lng', 'id', 'answer', 'purchase', 'request', 'plan', 'shop'])
/** Links in our SMS name a line. */
const NUMBERS = new Set(['msisdn', 'lead'])

/**
 * A path of ours without secrets typed into its parameters: addresses are written into histories, bookmarks and the logs of everything on
 * the way. A path without secrets is returned unchanged.
 */
export function maskAddress(path: string): string {
  if (!path.includes('?') || !URL.canParse(path, ANY_ORIGIN)) return path
  const url = new URL(path, ANY_ORIGIN)
  if (url.origin !== ANY_ORIGIN || url.pathname.startsWith(RETURN_PAGE)) return path
  const typed = [...url.searchParams]
  const masked = typed.map(([name, value]): [string, string] => [maskParameter('', name), maskParameter(name, value)])
  const isSame = masked.every(([name, value], place) => name === typed[place]?.[0] && value === typed[place][1])
  return isSame ? path : `${url.pathname}?${new URLSearchParams(masked).toString()}`
}

function maskParameter(name: string, value: string): string {
  if (FACTS.has(name)) return value
  if (name === 'q' && isLoneCode(value)) return '••••'
  return maskSecrets(value, NUMBERS.has(name) ? { keeps: 'mobile-number' } : {})
}

/** No search here needs five to eight digits alone, and people paste codes into any open box. Postal codes have four. */
function isLoneCode(value: string): boolean {
  return /^[^\p{L}]*$/u.test(value) && /^[0-9]{5,8}$/.test(asciiDigits(value).replace(/[^0-9]/g, ''))
}
