import { readFileSync, writeFileSync } from 'node:fs'
import { allProofs, type Proof } from '../tests/proof/test-titles.ts'
import { readRows, resolveEvidence, type Row } from './compliance/evidence.ts'
import { formattedPage } from './formatted-page.ts'

/** OpenACR 0.1.0, for the catalog of WCAG 2.2 without Section 508. */
export const ACCESSIBILITY_REPORT = 'docs/compliance/openacr.yaml'
export const WCAG_ROWS = 'scripts/compliance/wcag-rows.txt'
const CATALOG = '2.5-edition-wcag-2.2-en'

const CHAPTERS = { A: 'success_criteria_level_a', AA: 'success_criteria_level_aa' } as const

const HEAD = {
  title: 'guichet Accessibility Conformance Report',
  product: {
    name: 'guichet',
    version: '',
    description:
      'The public, login-free self-service portal of a mobile operator, as it is served to customers. The staff console is not part of this report.',
  },
  author: { name: 'The maintainers of guichet', email: 'see SECURITY.md' },
  vendor: { name: 'The operator that runs the portal', email: 'filled in by the operator' },
  report_date: '11/19/2026',
  notes:
    'Written by node scripts/write-accessibility-report.ts from scripts/compliance/wcag-rows.txt; tests/architecture/shelf.test.ts checks that each named test exists. 4.1.1 is obsolete in WCAG 2.2 and left out.',
  evaluation_methods_used:
    'axe-core on every page, alternating languages, colour schemes and widths (320 and 1440 px); the order of reading and sideways scrolling on every page at both widths; whole payments by keyboard alone; contrast of every pair of colours of every operator; Nu HTML checker. Checks by hand are described with their criterion (“by hand”); they have not been made with assistive technology by an independent person, and this report claims no more than the tests where they are missing.',
  license: 'MIT',
  catalog: CATALOG,
}

type Criterion = { num: string; components: { name: string; adherence: { level: string; notes: string } }[] }

function criterionOf(row: Row, proofs: readonly Proof[]): Criterion {
  const [, adherence = ''] = row.level.split(':')
  const evidence = row.evidence.map((one) => resolveEvidence(one, proofs).shown).join('; ')
  const notes = row.words === '' ? evidence : `${row.words} ${evidence}.`
  return { num: row.id, components: [{ name: 'web', adherence: { level: adherence, notes } }] }
}

/** A value as YAML that a person can read; texts are quoted as in JSON, which YAML contains. */
function yamlOf(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return value.map((item) => `\n${indent}- ${yamlOf(item, `${indent}  `).trimStart()}`).join('')
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([key, inner]) => `\n${indent}${key}:${typeof inner === 'object' ? yamlOf(inner, `${indent}  `) : ` ${yamlOf(inner)}`}`)
      .join('')
  }
  return JSON.stringify(value)
}

export async function accessibilityReport(
  rows: readonly Row[] = readRows(WCAG_ROWS),
  proofs: readonly Proof[] = allProofs(),
): Promise<string> {
  const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))
  const chapters = Object.entries(CHAPTERS).map(([level, name]) => [
    name,
    { criteria: rows.filter((row) => row.level.startsWith(`${level}:`)).map((row) => criterionOf(row, proofs)) },
  ])
  const report = { ...HEAD, product: { ...HEAD.product, version }, chapters: Object.fromEntries(chapters) as unknown }
  return formattedPage(ACCESSIBILITY_REPORT, `${yamlOf(report).trimStart()}\n`)
}

if (import.meta.main) writeFileSync(ACCESSIBILITY_REPORT, await accessibilityReport())
