import { OPERATOR } from '#operator-record'
import { maskSecrets } from '#shared/mask-secrets.ts'
import { MAX_TEXT, MAX_TITLE, requiredLanguages, type WordsByLanguage } from './announcement-rules.ts'

export type WordsProblem =
  'words-missing' | 'words-too-long' | 'words-markup' | 'words-signs' | 'words-link' | 'words-number' | 'words-result' | 'secret-in-text'

/** Words that tell of one payment: in any form, without accents. An announcement speaks of services, never of what one person paid. */
const RESULT_WORDS = new Set(
  [
    'paid payment-received refunded refund reimbursed charged debited credited deducted received confirmed successful succeeded',
    'declined approved receipt receipts reference invoice-paid delivered',
    'paye payee payes payees rembourse remboursee rembourses remboursees debite debitee debites credite creditee credites',
    'encaisse encaissee recu recus regle reglee confirme confirmee reussi reussie refuse refusee preleve prelevee',
    'annule annulee livre livree reference rendu rendus verse versee',
  ]
    .join(' ')
    .split(' '),
)

/** Why own words are refused in one of the languages; null when they can be proposed. */
export function wordsProblem(words: WordsByLanguage): WordsProblem | null {
  for (const language of requiredLanguages()) {
    const { title = '', text = '' } = words[language] ?? {}
    if (title.trim() === '' || text.trim() === '') return 'words-missing'
    if (title.length > MAX_TITLE || text.length > MAX_TEXT) return 'words-too-long'
    const problem = problemOf(title) ?? problemOf(text) ?? problemOf(`${title} ${text}`)
    if (problem) return problem
  }
  const known = requiredLanguages()
  return Object.keys(words).every((language) => known.includes(language)) ? null : 'words-missing'
}

function problemOf(text: string): WordsProblem | null {
  // Control and invisible signs, changes of direction, and letters that only look like ours.
  if (/[\p{C}\u2028\u2029]/u.test(text) || /[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(text)) return 'words-signs'
  const plain = plainText(text)
  if (/[<>{}[\]\\|]|&\w+;/.test(plain)) return 'words-markup'
  if (/:\/\/|www\.|@|[\p{L}\p{N}-]{2,}\.\p{L}{2,}/u.test(plain)) return 'words-link'
  if (hasNumber(plain)) return 'words-number'
  if (isResult(plain)) return 'words-result'
  return maskSecrets(text) === text ? null : 'secret-in-text'
}

/** One form for signs that look alike: full-width letters and figures, accents apart. */
function plainText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** A number to dial, an amount or a reference: three figures or more. Times and the care number are none. */
function hasNumber(plain: string): boolean {
  if (/[*#+]/.test(plain) || /[^\P{Nd}0-9]/u.test(plain)) return true
  const { care } = OPERATOR.brand
  const runs = plain.replaceAll(/\b([01]?\d|2[0-3])[:h]([0-5]\d)\b/g, ' ').match(/\d(?:[\s./()-]*\d)*/g) ?? []
  return runs.map((run) => run.replaceAll(/\D/g, '')).some((figures) => figures.length > 2 && figures !== care.replaceAll(/\D/g, ''))
}

function isResult(plain: string): boolean {
  const tokens = plain.split(/[^\p{L}]+/u).filter((token) => token !== '')
  if (tokens.some((token) => RESULT_WORDS.has(token))) return true
  // Letters set apart spell a word that is not looked for otherwise.
  const apart = plain.match(/(?:\b\p{L}\b[^\p{L}\p{N}]{0,3}){4,}/gu) ?? []
  return apart.length > 0
}
