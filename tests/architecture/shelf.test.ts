import { globSync, readFileSync, statSync } from 'node:fs'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { readRows, resolveEvidence } from '../../scripts/compliance/evidence.ts'
import { bomOf, componentsOf, licenceList } from '../../scripts/release/components.ts'
import { ACCESSIBILITY_REPORT, accessibilityReport, WCAG_ROWS } from '../../scripts/write-accessibility-report.ts'
import {
  DEPENDENCY_FACTS,
  DEPENDENCY_PAGE,
  dependencyPage,
  directPackages,
  type DependencyFacts,
} from '../../scripts/write-dependency-page.ts'
import { PRIVACY_RECORD, privacyRecord } from '../../scripts/write-privacy-record.ts'
import { SCRIPTS_PAGE, scriptsPage } from '../../scripts/write-script-page.ts'
import { THREAT_ROWS, THREATS_PAGE, threatsPage } from '../../scripts/write-threats.ts'
import { allProofs } from '../proof/test-titles.ts'

const proofs = allProofs()

test.for([
  [ACCESSIBILITY_REPORT, accessibilityReport],
  [DEPENDENCY_PAGE, dependencyPage],
  [PRIVACY_RECORD, privacyRecord],
  [SCRIPTS_PAGE, scriptsPage],
  [THREATS_PAGE, threatsPage],
] as const)('%s is up to date: node scripts/write-… writes it again', async ([path, written]) => {
  expect(readFileSync(path, 'utf8')).toBe(await written())
})

test.for([WCAG_ROWS, THREAT_ROWS])('every test, place in the code and heading that %s names exists', (path) => {
  const rows = readRows(path)
  const problems = rows.flatMap(({ id, evidence }) => evidence.map((one) => `${id} ${resolveEvidence(one, proofs).problem}`))
  expect(problems.filter((problem) => !problem.endsWith(' null'))).toEqual([])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
})

/** Numbers of WCAG 2.2, levels A and AA; 4.1.1 is obsolete. */
const A =
  '1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2'
const AA =
  '1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3'
const LEVELS = ['supports', 'partially-supports', 'does-not-support', 'not-applicable']

type Report = {
  chapters: Record<string, { criteria: { num: string; components: { name: string; adherence: { level: string; notes: string } }[] }[] }>
}

test('A11Y the OpenACR report has the 55 criteria of WCAG 2.2 AA, each with a level and its evidence', () => {
  const { chapters }: Report = parse(readFileSync(ACCESSIBILITY_REPORT, 'utf8'))
  const numbers = (chapter: string) => chapters[chapter]?.criteria.map(({ num }) => num).join(' ')
  expect([numbers('success_criteria_level_a'), numbers('success_criteria_level_aa')]).toEqual([A, AA])
  const all = Object.values(chapters).flatMap(({ criteria }) => criteria)
  expect(all).toHaveLength(55)
  for (const { num, components } of all) {
    const [{ name, adherence }, ...others] = [...components, { name: '', adherence: { level: '', notes: '' } }] as const
    expect(others, num).toHaveLength(1)
    expect(name, num).toBe('web')
    expect(LEVELS, num).toContain(adherence.level)
    expect(adherence.notes.length, num).toBeGreaterThan(20)
  }
})

test('every surface has its threats', () => {
  const bySurface = Object.groupBy(readRows(THREAT_ROWS), ({ level }) => level)
  expect(Object.keys(bySurface)).toEqual(['web', 'ussd', 'webhooks', 'console', 'links', 'database'])
  for (const [surface, rows = []] of Object.entries(bySurface)) {
    expect(rows.length, surface).toBeGreaterThanOrEqual(5)
    expect(rows.filter(({ words }) => words.split(' > ').length !== 2).map(({ id }) => id)).toEqual([])
  }
})

test('the policy lists each direct package with the version that is installed, and no other', () => {
  const { packages, askedOn }: DependencyFacts = JSON.parse(readFileSync(DEPENDENCY_FACTS, 'utf8'))
  const wanted = Object.fromEntries(directPackages().map(({ name, version }) => [name, version]))
  expect(Object.fromEntries(Object.entries(packages).map(([name, { version }]) => [name, version]))).toEqual(wanted)
  expect(askedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(Object.entries(packages).filter(([, { deprecated, licence }]) => deprecated !== undefined || licence === 'unknown')).toEqual([])
})

const ACCEPTED = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'MPL-2.0',
  '0BSD',
  'CC0-1.0',
  '(MIT OR Apache-2.0)',
])

type Locked = { packages: Record<string, { dev?: true; optional?: true; devOptional?: true; version?: string }> }
type Bom = { components: { purl: string; hashes?: unknown[]; licenses?: unknown[] }[]; serialNumber: string }

test('the list of components names every production package of the lockfile, each with hash and an accepted licence', () => {
  const { packages }: Locked = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const locked = Object.entries(packages).filter(
    ([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional,
  )
  const names = new Set(locked.map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`))
  const components = componentsOf('.')
  expect(components.map(({ name, version }) => `${name}@${version}`).toSorted()).toEqual([...names].toSorted())
  expect(components.filter(({ licence }) => !ACCEPTED.has(licence)).map(({ name, licence }) => `${name}: ${licence}`)).toEqual([])
  const bom: Bom = JSON.parse(bomOf(components, { version: '1.0.0', origin: { commit: 'a'.repeat(12), committedAt: 0 } }))
  expect(bom.components.filter(({ hashes, licenses }) => hashes?.length !== 1 || licenses?.length !== 1)).toEqual([])
  expect(bom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(licenceList(components)).toContain('| react ')
})

test('the list of components of one commit has the same bytes, and of another commit another number', () => {
  const components = componentsOf('.')
  const of = (commit: string) => bomOf(components, { version: '1.0.0', origin: { commit, committedAt: 1_700_000_000 } })
  expect(of('abc')).toBe(of('abc'))
  expect((JSON.parse(of('abc')) as Bom).serialNumber).not.toBe((JSON.parse(of('abd')) as Bom).serialNumber)
})

test('no file of the shelf is too large to be read', () => {
  expect(globSync('docs/compliance/*').filter((path) => statSync(path).size > 60_000)).toEqual([])
})
