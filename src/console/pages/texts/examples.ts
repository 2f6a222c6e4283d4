import { OPERATOR } from '#operator-record'
import { DEFAULT_LANGUAGE } from '#shared/language.ts'
import { formatMobileNumber, numberLengths } from '#shared/mobile-number.ts'
import { formatShort, fromMajor } from '#shared/money.ts'

const AMOUNT = formatShort(fromMajor(5_000), DEFAULT_LANGUAGE)

/** Values that stand for those of a customer in a preview; other placeholders are shown by their name. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  amount: AMOUNT,
  price: AMOUNT,
  number: formatMobileNumber(`${OPERATOR.country.mobilePrefixes[0] ?? ''}0000000000`.slice(0, numberLengths()[0])),
  reference: 'GABC-DEFG-HJKM',
  count: '3',
  minutes: '5',
  code: '••••••',
}
