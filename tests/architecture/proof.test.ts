import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OWN } from '../proof/own-rows.ts'
import { PHONE_MENU } from '../proof/phone-menu-rows.ts'
import { excuseOf, PROOF_PAGE, proofSummary, provenRows } from '../proof/proof-page.ts'
import { ALL_ROWS, carries } from '../proof/proof-rows.ts'
import { NOT_APPLICABLE, NOT_BUILT_YET } from '../proof/rows-without-test.ts'
import { allProofs, titlesIn } from '../proof/test-titles.ts'

/** The folder with the requirement tables; they are not part of this repository. */
const TABLES = ['../shared', '../../shared'].find((folder) => existsSync(join(folder, 'reference/faults.md')))

test('an id stands alone in a title', () => {
  expect(carries('F05 F53 a notice', 'F05')).toBe(true)
  expect(carries('F53 a notice', 'F05')).toBe(false)
  expect(carries('abuse 80 codes', 'abuse 8')).toBe(false)
  expect(carries('S12: amounts', 'S1')).toBe(false)
  expect(carries('S1: a link (S12)', 'S12')).toBe(true)
  expect(carries('I11 a code', 'I1')).toBe(false)
  expect(carries('the MM-1-like', 'MM-1')).toBe(false)
})

test('titles are read out of tests of every kind, and out of nothing else', () => {
  const source = `
    // test('F01 only a comment', () => {})
    test('F02 plain', async () => {})
    test.for([['F03 of a table']] as const)('F04 %s', ([name]) => {})
    test.skipIf(!programs)('F05 where it can be run', () => {})
    test(\`\${name}: F06 with a name\`, { timeout: 1 }, () => {})
    test.skip('F08 put aside', () => {})
    test.todo('F09 not yet')
    expect('F10').toBe('F10')`
  expect(titlesIn('a.test.ts', source)).toEqual(['F02 plain', 'F04 %s', 'F05 where it can be run', '…: F06 with a name'])
})

test('simulation, planted bugs, drills, walks and chains are found too', () => {
  const kinds = new Set(allProofs().map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual(['chain', 'drill', 'journey', 'planted bug', 'simulation check', 'test', 'walk in Firefox'])
})

const PROVEN = provenRows()

test('every row has a test that carries its id, or says why not (tests/proof/rows-without-test.ts)', () => {
  expect(PROVEN.filter((row) => row.proofs.length === 0 && excuseOf(row) === null).map(({ id }) => id)).toEqual([])
})

test('what has a test needs no excuse any more: take it out of tests/proof/rows-without-test.ts', () => {
  const excused = new Set<string>([...Object.keys(NOT_APPLICABLE), ...NOT_BUILT_YET])
  expect(PROVEN.filter(({ id, proofs }) => proofs.length > 0 && excused.has(id)).map(({ id }) => id)).toEqual([])
})

test('docs/proof.md names the tests as they are, in at most 150 lines: node scripts/write-proof.ts', () => {
  expect(readFileSync(PROOF_PAGE, 'utf8')).toBe(proofSummary(PROVEN))
  expect(proofSummary(PROVEN).split('\n').length).toBeLessThanOrEqual(150)
})

test('what has no test names its row once, with a reason', () => {
  const ids: string[] = ALL_ROWS.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const excused = [...Object.keys(NOT_APPLICABLE), ...NOT_BUILT_YET]
  expect(excused.filter((id) => !ids.includes(id))).toEqual([])
  expect(new Set(excused).size).toBe(excused.length)
})

test.skipIf(!TABLES)('every row of the tables is a row here', () => {
  const faults = readFileSync(join(TABLES ?? '', 'reference/faults.md'), 'utf8')
  const ledger = readFileSync(join(TABLES ?? '', 'spec/ledger.md'), 'utf8')
  const there = [
    ...[...faults.matchAll(/^\| ([FS]\d+) \|/gm)].map(([, id = '']) => id),
    ...[...faults.matchAll(/(?:^- |\. )(I\d+) /gm)].map(([, id = '']) => id),
    ...[...faults.matchAll(/^(?:- (\d+) |\| (\d+) \| )/gm)].map(([, item, row]) => `abuse ${item ?? row}`),
    ...[...ledger.matchAll(/^- ([A-Z]+-\d+) /gm)].map(([, id = '']) => id),
  ]
  // Requirements outside the tables have rows of their own.
  const here = ALL_ROWS.map(({ id }) => id).filter((id) => !Object.hasOwn(PHONE_MENU, id) && !Object.hasOwn(OWN, id))
  expect(there.toSorted()).toEqual(here.toSorted())
})
