import { OPERATOR } from '#operator-record'
import { asciiDigits } from './ascii-digits.ts'
import { maskCardNumbers } from './card-numbers.ts'
import { maskMobileNumber, nationalDigits, numberLengths, type NumberPlan } from './mobile-number.ts'
import type { CountryRecord } from './operator-record.ts'

/**
 * Abuse 86: people type secrets where they do not belong. All free text that is stored, logged, forwarded or written into a URL passes
 * through here first. It masks what is recognisable without knowing the visitor: card numbers, e-mail addresses, phone numbers, and digits
 * that the words around them call a PIN or a code.
 */
export function maskSecrets(text: string, options: Options = {}): string {
  const masked = maskPlain(text, options)
  if (!masked.includes('%')) return masked
  return masked
    .split(/(\s+)/)
    .map((piece) => maskEncoded(piece, options))
    .join('')
}

type Options = { keeps?: 'mobile-number' | 'email' }

const HIDDEN = '••••'
const MAX_DECODINGS = 3

function maskPlain(text: string, { keeps }: Options): string {
  const withoutEmails = keeps === 'email' ? text : maskEmails(text)
  const withoutCodes = maskCodes(maskCardNumbers(withoutEmails))
  return keeps === 'mobile-number' ? withoutCodes : maskMobileNumbers(withoutCodes)
}

/** People paste URLs of pages, and URLs contain addresses: percent-encoded text such as '%40' is searched as well. */
function maskEncoded(piece: string, options: Options): string {
  let text = piece
  for (let decoding = 0; decoding < MAX_DECODINGS; decoding += 1) {
    const decoded = decode(text)
    if (decoded === text) return piece
    const masked = maskPlain(decoded, options)
    if (masked !== decoded) return masked
    text = decoded
  }
  return piece
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/%([0-7][0-9a-f])/gi, (_whole, code: string) => String.fromCharCode(parseInt(code, 16)))
  }
}

const EMAIL = /[^\s<>"',;:()[\]{}@＠﹫]{1,64}[@＠﹫][^\s<>"',;:()[\]{}@＠﹫]{1,255}/gu

function maskEmails(text: string): string {
  return /[@＠﹫]/.test(text) ? text.replace(EMAIL, '•••') : text
}

const SIGN = String.raw`[^\p{L}\p{N}]`
const SECRET_WORD = String.raw`(?:codes?|pins?|otp|mot\s+de\s+passe|passwords?|passcode|mdp|secrets?)`
const CARD_WORD = String.raw`(?:cvv2?|cvc2?|cvn|cid|cryptogramme)`
/** Words between the keyword and the digits: 'le code que j’ai reçu par SMS est le 123456'. */
const BETWEEN = `
  pin otp sms secret code confidentiel confirmation vérification verification validation usage unique one time visuel sécurité security
  carte card wallet momo money mobile compte account bancaire de du la le ma mon my the of for pour par by via sur on que qui that j ai i got
  have reçu recu received saisi tapé typed entered est is was était c ce s it numéro numero number num n no à a`
  .trim()
  .split(/\s+/)
  .join('|')
const GAP = String.raw`(?!\p{L})(?:${SIGN}{1,4}(?:${BETWEEN})(?!\p{L})){0,8}${SIGN}{0,5}`
const figures = (least: number, most: number) => String.raw`\p{Nd}(?:[\s\p{Z}\p{Cf}.-]?\p{Nd}){${least - 1},${most - 1}}`

/** Not a quoted error, and not a dialled code such as *123#. */
const CODE_AFTER_WORD = new RegExp(
  String.raw`((?<!\p{L})(?<!(?:error|erreur)\s)${SECRET_WORD}${GAP})(?:${figures(4, 8)})(?![\p{Nd}*#])`,
  'giu',
)
const CARD_CODE = new RegExp(String.raw`((?<!\p{L})${CARD_WORD}${GAP})(?:${figures(3, 4)})(?!\p{Nd})`, 'giu')
const CODE_BEFORE_WORD = new RegExp(
  String.raw`(?<!\p{Nd})(?:${figures(4, 8)})(\s{0,3}(?:[,:=(-]|est|is|was|était|c['’]est|comme|as)\s{0,3}(?:(?:mon|my|le|the|ma|your|votre)\s{1,3})?${SECRET_WORD}(?!\p{L}))`,
  'giu',
)

function maskCodes(text: string): string {
  return text.replace(CARD_CODE, `$1${HIDDEN}`).replace(CODE_AFTER_WORD, `$1${HIDDEN}`).replace(CODE_BEFORE_WORD, `${HIDDEN}$1`)
}

const PAIR_SIGN = String.raw`[\s\p{Z}\p{Cf}\p{Pd}./_]{0,2}`
/** ASCII, full-width and Arabic-Indic. */
const SCRIPTS = [0x30, 0xff10, 0x0660]
const inAnyScript = (digits: string) =>
  Array.from(digits, (digit) => `[${SCRIPTS.map((zero) => String.fromCodePoint(zero + Number(digit))).join('')}]`).join(PAIR_SIGN)

type Plan = NumberPlan & Pick<CountryRecord, 'mobilePrefixes'>

/** Numbers with the dial code, or with a mobile prefix of the country: dates and amounts stay. */
export function createNumberMask(plan: Plan): (text: string) => string {
  const { dialCode, trunkPrefix, mobilePrefixes } = plan
  const trunk = trunkPrefix === '' ? '' : `(?:${inAnyScript(trunkPrefix)}${PAIR_SIGN})?`
  const abroad = String.raw`(?:\+|0${PAIR_SIGN}0${PAIR_SIGN})?${inAnyScript(dialCode)}${PAIR_SIGN}${trunk}\p{Nd}`
  const atHome = (prefix: string) => `${trunk}${inAnyScript(prefix)}`
  const rest = (count: number) => `(?:${PAIR_SIGN}\\p{Nd}){${count}}`
  const forms = numberLengths(plan).flatMap((length) => [
    abroad + rest(length - 1),
    ...mobilePrefixes.map((prefix) => atHome(prefix) + rest(length - prefix.length)),
  ])
  const number = new RegExp(String.raw`(?<![\p{L}\p{Nd}])(?:${forms.join('|')})(?![\p{L}\p{Nd}])`, 'gu')
  return (text) => text.replace(number, (found) => maskMobileNumber(nationalDigits(asciiDigits(found), plan), plan))
}

const maskMobileNumbers = createNumberMask(OPERATOR.country)
