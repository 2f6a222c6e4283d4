import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readOperator } from './read-operator.ts'
import { SettingProblem } from '#shared/setting-problem.ts'

const OPERATORS = ['ne-tenere', 'cd-mwinda', 'ke-savanna']

test.for(OPERATORS)('the folder of %s is read', (name) => {
  const { brand, country, money } = readOperator(name)
  expect(name.slice(3)).toBe(brand.slug)
  expect(country.code.toLowerCase()).toBe(name.slice(0, 2))
  expect(money.payIn[0]).toBe(money.prices)
})

/** A copy of the default operator's folder, with some fields of a file replaced. */
function folderWith(file: 'operator' | 'country' | 'law' | 'money' | 'languages' | 'places' | 'map/bounds', change: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'operator-'))
  cpSync('operators/ne-tenere', folder, { recursive: true })
  const path = join(folder, `${file}.json`)
  const found: unknown = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify(Array.isArray(found) ? change : { ...Object(found), ...change }))
  return folder
}

function problemsOf(folder: string): readonly string[] {
  try {
    readOperator(folder)
    return []
  } catch (error) {
    if (error instanceof SettingProblem) return error.problems
    throw error
  }
}

const XOF = { code: 'XOF', exponent: 0, full: { fr: '# F CFA', en: 'XOF #', ha: '# F' }, short: { fr: '# F', en: '# F', ha: '# F' } }
const FR = { tag: 'fr', locale: 'fr-FR', name: 'Français', thousands: ' ', decimal: ',', review: 'checked' }

test('OPR-4 drafts are offered only where they are asked for', () => {
  const tags = (withDrafts: boolean) => readOperator('ne-tenere', { withDrafts }).languages.map(({ tag }) => tag)
  expect(tags(false)).toEqual(['fr', 'en'])
  expect(tags(true)).toEqual(['fr', 'en', 'ha'])
})

test('an operator may keep its folder elsewhere', () => {
  expect(problemsOf(folderWith('country', {}))).toEqual([])
})

test.for([
  ['operator', { slug: 'Oasis' }, /operator\.json: \/slug/],
  ['operator', { name: '{brand}' }, /operator\.json: \/name/],
  ['operator', { smsPrefix: 'Oasis Mobile SA' }, /operator\.json: \/smsPrefix/],
  ['operator', { isDemonstration: undefined }, /operator\.json: .*isDemonstration/],
  ['country', { dialCode: '+227' }, /country\.json: \/dialCode/],
  ['country', { surprise: true }, /country\.json: .*propert/],
  ['country', { numberGroups: [[2, 2]] }, /6 to 12 digits/],
  ['country', { timeZone: 'Africa/Nowhere' }, /no time zone/],
  ['law', { surprise: 1 }, /law\.json: .*propert/],
  ['law', { claimAnswerHours: 0 }, /law\.json: \/claimAnswerHours/],
  ['law', { keptDays: {} }, /law\.json: \/keptDays .*claims/],
  ['law', { refunds: { undeliveredHours: 6, overdueHours: 24, latePaymentHours: { airtime: 24, bundle: 2 } } }, /latePaymentHours .*bill/],
  ['law', { receiptLines: { fr: ['<b>NIF</b>'], en: [] } }, /law\.json: \/receiptLines\/fr\/0/],
  ['law', { receiptLines: { fr: [] } }, /receiptLines has no list in en/],
  ['law', { receiptLines: { fr: [], en: [], sw: [] } }, /receiptLines has lines in sw/],
  ['money', { currencies: [{ ...XOF, exponent: 2 }] }, /exponent of XOF/],
  ['money', { currencies: [XOF, { ...XOF, code: 'XYZ' }] }, /exponent of XYZ/],
  ['money', { currencies: [XOF, XOF] }, /listed twice/],
  ['money', { payIn: ['USD', 'XOF'] }, /payIn names USD/],
  ['money', { currencies: [{ ...XOF, full: { fr: 'F CFA', en: 'XOF #' } }] }, /money\.json: \/currencies\/0\/full\/fr/],
  ['money', { currencies: [{ ...XOF, short: { fr: '# F', ha: '# F' } }] }, /no words for XOF in en/],
  ['languages', [], /languages\.json/],
  ['languages', [{ ...FR, review: 'draft' }], /must be checked/],
  ['languages', [{ ...FR, review: 'perhaps' }], /languages\.json: \/0\/review/],
  ['languages', [FR, FR], /listed twice/],
  ['languages', [{ ...FR, thousands: ',' }], /one mark/],
  ['languages', [{ ...FR, locale: 'xx' }], /xx is not known/],
  [
    'places',
    { towns: [{ name: 'Atlantis', hasHomeBroadband: true }] },
    /places\.json: \/towns\/0\/name Atlantis is not in map\/gazetteer\.json/,
  ],
  ['places', { country: { fr: {}, en: {} } }, /places\.json: \/country\/fr/],
  [
    'places',
    { country: { fr: { in: 'au Niger', of: 'du Niger', outside: 'hors du Niger' } } },
    /places\.json: \/country has no words in en/,
  ],
  ['map/bounds', { centre: { latitude: 48.85, longitude: 2.35 } }, /map\/bounds\.json: \/centre is outside \/search/],
  ['map/bounds', { search: { south: 1, west: 0, north: 20, east: 20 } }, /\/search is outside \/limits/],
  ['map/bounds', { limits: { south: 12, west: -1.5, north: 25, east: 17.5 } }, /map\/gazetteer\.json: \/[0-9]+ Gaya is outside/],
] as const)('a wrong field is named with its file: %s %o', ([file, change, words]) => {
  expect(problemsOf(folderWith(file, change)).join('\n')).toMatch(words)
})

test('all problems of a folder are named in one run; a missing file too', () => {
  const folder = folderWith('country', { dialCode: '', code: 'ner' })
  writeFileSync(join(folder, 'money.json'), '{')
  expect(problemsOf(folder)).toHaveLength(3)
  const missing = problemsOf(join(folder, 'nowhere'))
  for (const file of ['operator', 'country', 'law', 'money', 'look/brand', 'look/logo']) expect(missing.join('\n')).toContain(`${file}.`)
})

test('shops and sites outside the map, malformed coordinates, missing files and files elsewhere are named in one run', () => {
  const folder = folderWith('country', {})
  writeFileSync(join(folder, 'shops.csv'), 'number,latitude,longitude\n1,13.5,2.1\n2,48.85,2.35\n3,13.5,deux\n4,,2.1\n')
  rmSync(join(folder, 'sites.csv'))
  symlinkSync(join(import.meta.dirname, '../../package.json'), join(folder, 'sites.csv'))
  rmSync(join(folder, 'map/poster.json'))
  const problems = problemsOf(folder).map((problem) => problem.replace(`${folder}/`, ''))
  expect(problems).toEqual([
    expect.stringMatching(/^GUICHET_OPERATOR: map\/poster\.json: ENOENT/),
    'GUICHET_OPERATOR: sites.csv: leaves the folder of the operator',
    'GUICHET_OPERATOR: shops.csv: line 3: latitude 48.85, longitude 2.35 is outside the limits of map/bounds.json',
    "GUICHET_OPERATOR: shops.csv: line 4: longitude 'deux' is not a coordinate",
    "GUICHET_OPERATOR: shops.csv: line 5: latitude '' is not a coordinate",
  ])
})

test('an operator may have no basemap', () => {
  const folder = folderWith('country', {})
  for (const file of ['basemap', 'poster']) rmSync(join(folder, `map/${file}.json`))
  expect(problemsOf(folder)).toEqual([])
  expect(readOperator(folder).places.outline).toBeNull()
})

test.for(['../secrets', 'a/b', '', '.'])('a name cannot leave the folder of operators: %s', (name) => {
  expect(() => readOperator(name)).toThrow(SettingProblem)
})
