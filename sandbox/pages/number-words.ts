import { BRAND, NUMBER_LENGTHS, OWN_PREFIXES } from '../operator.ts'

/** Of a number that is typed where only the operator's own are taken. */
export const NOT_OURS = {
  fr: `Ce numéro n’est pas un numéro ${BRAND.name} : ${NUMBER_LENGTHS.join(' ou ')} chiffres, commençant par ${OWN_PREFIXES.join(' ou ')}.`,
  en: `This is not a ${BRAND.name} number: ${NUMBER_LENGTHS.join(' or ')} digits, beginning with ${OWN_PREFIXES.join(' or ')}.`,
}
