import { readFileSync } from 'node:fs'
import { OPERATOR } from '#operator-record'
import { readFaqSeed } from '#features/help/server/faq-file.ts'
import { PACKAGE_NAMES, readSeedFiles, type SeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { numberLengths } from '#shared/mobile-number.ts'
import { isOffered } from '#shared/connector-table.ts'
import { SettingProblem } from '#shared/setting-problem.ts'
import { drawIcons } from '#server/pages/draw-icons.ts'
import { readReviews } from '#settings/read-reviews.ts'
import { readSettings } from '#settings/settings.ts'
import { connectProviders, refuseUntakenCurrencies } from '../composition/payment-providers.ts'
import { EXIT } from './command.ts'

const { brand, country, law, money, languages, places } = OPERATOR
const problems: string[] = []

/** Null, with its problems, where something cannot be read. */
function attempt<Of>(read: () => Of): Of | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SettingProblem)) throw error
    problems.push(...error.problems)
    return null
  }
}

const connected = attempt(() => {
  const { gateways, wallets } = readSettings({})
  return connectProviders(gateways, wallets)
})
if (connected) attempt(() => refuseUntakenCurrencies(connected))

/** The ways that can take a currency; which of them are open is a setting. */
function waysTaking(currency: string): string {
  const ways = [...(connected?.values() ?? [])].filter(({ info }) => isOffered(info.id) && info.currencies.includes(currency))
  return `${currency} (${ways.map(({ info }) => info.id).join(', ')})`
}

function textsOf({ read }: SeedFiles, language: string): string {
  const texts = PACKAGE_NAMES.filter((name) => read(name, language) !== undefined)
  const checked = OPERATOR.checkedTexts[language]
  const stale = checked ? Object.keys(readReviews(OPERATOR.folder, language)).length - checked.size : 0
  const reviews = checked ? `; texts checked: ${checked.size}${stale > 0 ? `, changed since: ${stale}` : ''}` : ''
  return `${texts.length} of ${PACKAGE_NAMES.length} packages${reviews}`
}

const rows = (path: string) => readFileSync(path, 'utf8').trim().split('\n').length - 1

await drawIcons(Object.values(OPERATOR.look.icons).map(({ svg, size = 16 }) => ({ svg, size }))).catch((error: unknown) => {
  problems.push(`GUICHET_OPERATOR: look/icon.svg and look/icon-whole.svg: cannot be drawn: ${String(error)}`)
})

const seeds = attempt(readSeedFiles)
const help = attempt(readFaqSeed)
const lines = [
  `${brand.name}, ${brand.company}${brand.isDemonstration ? ' (for demonstration: production needs GUICHET_DEMONSTRATION=yes)' : ''}`,
  `numbers   +${country.dialCode}, ${numberLengths(country).join(' or ')} digits; care ${brand.care}`,
  `money     prices in ${money.prices}; paid in ${money.payIn.map(waysTaking).join(', ')}`,
  ...languages.map(({ tag, review }) => `language  ${tag}, ${review}: ${seeds ? textsOf(seeds, tag) : 'not readable'}`),
  `help      ${help ? `${help.questions.length} questions` : 'not readable'}`,
  `law       claims answered in ${law.claimAnswerHours} h, undelivered payments refunded after ${law.refunds.undeliveredHours} h, consent ${law.consentVersion}`,
  `places    ${places.towns.length} towns, ${rows(places.files.shops)} shops, ${rows(places.files.sites)} sites, ${places.outline ? 'with' : 'without'} a basemap`,
]
process.stdout.write(lines.map((line) => `${line}\n`).join(''))
process.stderr.write(problems.map((problem) => `Wrong: ${problem}\n`).join(''))
process.stdout.write(problems.length === 0 ? 'Nothing is wrong.\n' : '')
process.exit(problems.length > 0 ? EXIT.settings : EXIT.good)
