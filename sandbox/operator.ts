import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'

/** The operator whose systems are simulated: the folder that the portal runs, too. */
const NAME = process.env['GUICHET_OPERATOR'] || 'ne-tenere'
const FOLDER = isAbsolute(NAME) ? NAME : join(import.meta.dirname, '../operators', NAME)

type Currency = { code: string; exponent: number; short: Readonly<Record<string, string>> }

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as unknown
}

export const BRAND = read('operator.json') as { name: string; wallet: string }
export const COUNTRY = read('country.json') as {
  code: string
  dialCode: string
  trunkPrefix: string
  numberGroups: readonly (readonly number[])[]
  mobilePrefixes: readonly string[]
  timeZone: string
}
const MONEY = read('money.json') as { prices: string; payIn: readonly string[]; currencies: readonly Currency[] }
const { towns } = read('places.json') as { towns: readonly { name: string; hasHomeBroadband: boolean }[] }
const languages = read('languages.json') as readonly { tag: string }[]

export const LEAD_TOWNS = {
  feasible: towns.filter(({ hasHomeBroadband }) => hasHomeBroadband).map(({ name }) => name),
  notFeasible: towns.filter(({ hasHomeBroadband }) => !hasHomeBroadband).map(({ name }) => name),
}

/** Pages of the sandbox exist in two languages. */
export const DEFAULT_LANGUAGE = languages.find(({ tag }) => tag === 'fr' || tag === 'en')?.tag === 'en' ? 'en' : 'fr'

export const CURRENCY = MONEY.prices
/** Of a wallet's further accounts. */
export const OTHER_CURRENCIES = MONEY.payIn.filter((code) => code !== CURRENCY)

const BY_CODE = new Map(MONEY.currencies.map((currency) => [currency.code, currency]))

/** Currencies of other countries are known to the gateways only, which count in hundredths or in whole units. */
export function exponentOf(currency: string): number {
  return BY_CODE.get(currency)?.exponent ?? (WHOLE_UNITS.has(currency) ? 0 : 2)
}

const WHOLE_UNITS = new Set(['XOF', 'XAF', 'UGX'])

/** '# F', with a place for the amount. */
export function amountPattern(currency: string, language: string): string {
  const short = BY_CODE.get(currency)?.short ?? {}
  return short[language] ?? Object.values(short)[0] ?? `# ${currency}`
}

/** Units for one dollar. The world of the sandbox has no markets: they never move. */
export const PER_DOLLAR: Readonly<Record<string, number>> = { USD: 1, XOF: 612.5, CDF: 2850, KES: 129 }

/** The first prefix is of other operators, if there are several. */
export const OWN_PREFIXES = COUNTRY.mobilePrefixes.length > 1 ? COUNTRY.mobilePrefixes.slice(1) : COUNTRY.mobilePrefixes
export const NUMBER_LENGTHS = COUNTRY.numberGroups.map((groups) => groups.reduce((sum, digits) => sum + digits, 0))

/**
 * The numbers of the agreed table are of eight digits, 9 before seven others: a mark (0 for people, 9 for payers who misbehave) and a serial
 * number. In another country the same people have numbers of its length, below the operator's last prefix.
 */
export function demoNumber(agreed: string): string {
  const [prefix = ''] = OWN_PREFIXES.slice(-1)
  const [length = 8] = NUMBER_LENGTHS
  const serial = String(Number(agreed.slice(2)))
  return prefix + (agreed[1] ?? '') + serial.padStart(length - prefix.length - 1, '0')
}
