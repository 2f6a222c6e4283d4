import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readOperator } from './read-operator.ts'
import { SettingProblem } from './setting.ts'

const OPERATORS = ['ne-tenere', 'cd-mwinda', 'ke-savanna']

test.for(OPERATORS)('the folder of %s is read', (name) => {
  const { country, money } = readOperator(name)
  expect(country.code.toLowerCase()).toBe(name.slice(0, 2))
  expect(money.payIn[0]).toBe(money.prices)
})

/** A copy of the default operator's folder, with some fields of a file replaced. */
function folderWith(file: 'country' | 'money' | 'languages', change: object): string {
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
  ['country', { dialCode: '+227' }, /country\.json: \/dialCode/],
  ['country', { surprise: true }, /country\.json: .*propert/],
  ['country', { numberGroups: [[2, 2]] }, /6 to 12 digits/],
  ['country', { timeZone: 'Africa/Nowhere' }, /no time zone/],
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
] as const)('a wrong field is named with its file: %s %o', ([file, change, words]) => {
  expect(problemsOf(folderWith(file, change)).join('\n')).toMatch(words)
})

test('all problems of a folder are named in one run; a missing file too', () => {
  const folder = folderWith('country', { dialCode: '', code: 'ner' })
  writeFileSync(join(folder, 'money.json'), '{')
  expect(problemsOf(folder)).toHaveLength(3)
  expect(problemsOf(join(folder, 'nowhere'))).toHaveLength(3)
})

test.for(['../secrets', 'a/b', '', '.'])('a name cannot leave the folder of operators: %s', (name) => {
  expect(() => readOperator(name)).toThrow(SettingProblem)
})
