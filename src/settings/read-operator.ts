import { readdirSync, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { exponentOf, wordsOf } from '#shared/currency-exponent.ts'
import type { BrandRecord, CountryRecord, CurrencyRecord, LawRecord, MoneyRecord, OperatorRecord } from '#shared/operator-record.ts'
import { BRAND_SCHEMA } from './read-brand.ts'
import { ProfileProblem } from '#operator/operator-profile.ts'
import { readOwnProfile } from '#operator/own-profile.ts'
import { LAW_SCHEMA, lawProblems } from './read-law.ts'
import { readLook } from './read-look.ts'
import { commandSettings } from './command-settings.ts'
import { withReviews } from './read-reviews.ts'
import { readPlaces } from './read-places.ts'
import { SettingProblem } from '#shared/setting-problem.ts'

export const DEFAULT_OPERATOR = 'ne-tenere'
const OPERATORS = join(import.meta.dirname, '../../operators')

const closed = { additionalProperties: false }
const TAG = '^[a-z]{2,3}$'
const Words = Type.Record(Type.String({ pattern: TAG }), Type.String({ pattern: '^[^#]*#[^#]*$' }))

const SCHEMAS = {
  operator: BRAND_SCHEMA,
  law: LAW_SCHEMA,
  country: Type.Object(
    {
      code: Type.String({ pattern: '^[A-Z]{2}$' }),
      code3: Type.String({ pattern: '^[A-Z]{3}$' }),
      dialCode: Type.String({ pattern: '^[1-9][0-9]{0,2}$' }),
      trunkPrefix: Type.String({ pattern: '^[0-9]{0,2}$' }),
      numberGroups: Type.Array(Type.Array(Type.Integer({ minimum: 1, maximum: 6 }), { minItems: 1 }), { minItems: 1 }),
      mobilePrefixes: Type.Array(Type.String({ pattern: '^[0-9]{1,4}$' }), { minItems: 1 }),
      timeZone: Type.String({ minLength: 1 }),
      channelCode: Type.String({ minLength: 1 }),
      showsDataBalanceLink: Type.Boolean(),
      sellsPostpaidBundles: Type.Boolean(),
    },
    closed,
  ),
  money: Type.Object(
    {
      prices: Type.String({ pattern: '^[A-Z]{3}$' }),
      payIn: Type.Array(Type.String({ pattern: '^[A-Z]{3}$' }), { minItems: 1, uniqueItems: true }),
      currencies: Type.Array(
        Type.Object(
          { code: Type.String({ pattern: '^[A-Z]{3}$' }), exponent: Type.Integer({ minimum: 0, maximum: 3 }), full: Words, short: Words },
          closed,
        ),
        { minItems: 1 },
      ),
    },
    closed,
  ),
  payments: Type.Array(
    Type.Union([Type.String(), Type.Object({ id: Type.String(), name: Type.String({ minLength: 1, maxLength: 30 }) }, closed)]),
    {
      minItems: 1,
      uniqueItems: true,
    },
  ),
  languages: Type.Array(
    Type.Object(
      {
        tag: Type.String({ pattern: TAG }),
        locale: Type.String({ pattern: '^[a-z]{2,3}(-[A-Z]{2})?$' }),
        name: Type.String({ minLength: 1, maxLength: 20 }),
        thousands: Type.String({ minLength: 1, maxLength: 1 }),
        decimal: Type.Union([Type.Literal(','), Type.Literal('.')]),
        review: Type.Union([Type.Literal('checked'), Type.Literal('draft')]),
      },
      closed,
    ),
    { minItems: 1 },
  ),
}

type File = keyof typeof SCHEMAS

type Files = {
  brand: BrandRecord
  law: LawRecord
  country: CountryRecord
  money: MoneyRecord
  payments: readonly (string | { id: string; name: string })[]
  languages: OperatorRecord['languages']
}

export function operatorNames(): string[] {
  return readdirSync(OPERATORS).toSorted()
}

export function operatorFolder(nameOrPath: string): string {
  if (isAbsolute(nameOrPath)) return nameOrPath
  if (!/^[a-z0-9-]+$/.test(nameOrPath)) throw new SettingProblem(`GUICHET_OPERATOR must be a name below operators/ or an absolute path`)
  return join(OPERATORS, nameOrPath)
}

/** An operator's folder. All its problems are thrown together, each with its file and field. */
export function readOperator(nameOrPath: string, { withDrafts = false } = {}): OperatorRecord {
  const folder = operatorFolder(nameOrPath)
  const problems: string[] = []
  const read = (file: File): unknown => {
    const path = join(folder, `${file}.json`)
    try {
      const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
      for (const { instancePath, message } of Value.Errors(SCHEMAS[file], value))
        problems.push(`GUICHET_OPERATOR: ${path}: ${instancePath || 'the file'} ${message}`)
      return value
    } catch (error) {
      problems.push(`GUICHET_OPERATOR: ${path}: ${error instanceof Error ? error.message : String(error)}`)
      return null
    }
  }
  const record = {
    brand: read('operator'),
    law: read('law'),
    country: read('country'),
    money: read('money'),
    payments: read('payments'),
    languages: read('languages'),
  } as Files
  const { look, problems: ofLook } = readLook(folder)
  problems.push(...ofLook.map((problem) => `GUICHET_OPERATOR: ${folder}: ${problem}`))
  if (problems.length === 0) problems.push(...contradictions(record).map((problem) => `GUICHET_OPERATOR: ${folder}: ${problem}`))
  problems.push(...profileProblems(folder).map((problem) => `GUICHET_OPERATOR: ${folder}: ${problem}`))
  const places = readPlaces(folder, problems)
  if (places && problems.length === 0)
    problems.push(...unnamedCountry(record.languages, places).map((problem) => `GUICHET_OPERATOR: ${folder}: ${problem}`))
  if (problems.length > 0 || !places) throw new SettingProblem(...problems)
  const { languages, checkedTexts, problems: ofReviews } = withReviews(folder, offered(record.languages, withDrafts))
  if (ofReviews.length > 0) throw new SettingProblem(...ofReviews.map((problem) => `GUICHET_OPERATOR: ${folder}: ${problem}`))
  return {
    folder,
    ...record,
    payments: record.payments.map((each) => (typeof each === 'string' ? each : each.id)),
    paymentNames: Object.fromEntries(record.payments.flatMap((each) => (typeof each === 'string' ? [] : [[each.id, each.name]]))),
    look,
    languages,
    checkedTexts,
    tags: record.languages.map(({ tag }) => tag),
    money: { ...record.money, exponentOf, wordsOf },
    places,
  }
}

function profileProblems(folder: string): string[] {
  try {
    readOwnProfile(folder)
    return []
  } catch (error) {
    if (error instanceof ProfileProblem) return [error.message]
    throw error
  }
}

/** What a schema cannot express. */
function contradictions({ country, law, money, payments, languages }: Files): string[] {
  const codes = money.currencies.map(({ code }) => code)
  const wrongExponent = ({ code, exponent }: CurrencyRecord) => exponentOf(code) !== exponent
  const lengths = country.numberGroups.map(sum)
  const ids = payments.map((each) => (typeof each === 'string' ? each : each.id))
  return [
    ...money.currencies.filter(wrongExponent).map(({ code }) => `money.json: the exponent of ${code} is not that of ISO 4217, or unknown`),
    ...(new Set(codes).size < codes.length ? ['money.json: a currency is listed twice'] : []),
    ...money.payIn.filter((code) => !codes.includes(code)).map((code) => `money.json: payIn names ${code}, which currencies does not list`),
    ...(new Set(ids).size < ids.length ? ['payments.json: a way to pay is listed twice'] : []),
    ...(money.payIn[0] === money.prices ? [] : ['money.json: payIn must begin with the currency of the prices']),
    ...(lengths.every((length) => length >= 6 && length <= 12) ? [] : ['country.json: a number has 6 to 12 digits']),
    ...(new Set(lengths).size < lengths.length ? ['country.json: numberGroups lists a length twice'] : []),
    ...languageProblems(languages, money),
    ...lawProblems(law, languages),
    ...(isTimeZone(country.timeZone) ? [] : [`country.json: ${country.timeZone} is no time zone`]),
  ]
}

function languageProblems(languages: Files['languages'], { currencies }: MoneyRecord): string[] {
  const tags = languages.map(({ tag }) => tag)
  const wordless = currencies.flatMap(({ code, full, short }) =>
    tags.filter((tag) => !(tag in full && tag in short)).map((tag) => `${code} in ${tag}`),
  )
  return [
    ...(new Set(tags).size < tags.length ? ['languages.json: a language is listed twice'] : []),
    ...(languages[0].review === 'checked' ? [] : ['languages.json: the first language is the default and must be checked']),
    ...languages
      .filter((each) => each.thousands === each.decimal)
      .map(({ tag }) => `languages.json: ${tag} has one mark for thousands and decimals`),
    ...languages
      .filter(({ locale }) => Intl.NumberFormat.supportedLocalesOf(locale).length === 0)
      .map(({ locale }) => `languages.json: ${locale} is not known`),
    ...wordless.map((words) => `money.json: no words for ${words}`),
  ]
}

function unnamedCountry(languages: Files['languages'], { country }: OperatorRecord['places']): string[] {
  const speechless = languages.filter(({ tag, review }) => review === 'checked' && !(tag in country))
  return speechless.map(({ tag }) => `places.json: /country has no words in ${tag}`)
}

/** OPR-4: drafts are shown only where that is asked for. */
function offered([first, ...others]: Files['languages'], withDrafts: boolean): Files['languages'] {
  return [first, ...others.filter(({ review }) => withDrafts || review === 'checked')]
}

const sum = (groups: readonly number[]) => groups.reduce((total, digits) => total + digits, 0)

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}

/** The one setting that modules need while they load. It comes from where all other settings come from. */
function ofThisProcess(): OperatorRecord {
  try {
    const isCommand = process.argv[1]?.endsWith('-command.ts')
    const { env } = isCommand ? commandSettings(process.argv.slice(2), process.env) : process
    return readOperator(env.GUICHET_OPERATOR || DEFAULT_OPERATOR, { withDrafts: env.GUICHET_DRAFT_LANGUAGES === 'yes' })
  } catch (error) {
    if (!(error instanceof SettingProblem)) throw error
    process.stderr.write(error.problems.map((problem) => `Wrong setting: ${problem}\n`).join(''))
    process.exit(3)
  }
}

export const OPERATOR: OperatorRecord = ofThisProcess()
