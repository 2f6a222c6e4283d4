import { readFileSync, writeFileSync } from 'node:fs'
import { allProofs, type Proof } from '../tests/proof/test-titles.ts'
import { readRows, resolveEvidence, verdictOf, type Row } from './compliance/evidence.ts'
import { formattedPage } from './formatted-page.ts'
import { markdownTable } from './markdown-table.ts'

export const ASVS_PAGE = 'docs/compliance/asvs.md'
/** Ids and levels of the official list, one a line: `1.2.4 1`. */
export const ASVS_IDS = 'scripts/compliance/asvs-ids.txt'
export const ASVS_ROWS = 'scripts/compliance/asvs-rows.txt'

const CHAPTERS = [
  'Encoding and sanitisation',
  'Validation and business logic',
  'Web frontend',
  'API and web services',
  'Files',
  'Authentication',
  'Sessions',
  'Authorisation',
  'Self-contained tokens',
  'OAuth and OIDC',
  'Cryptography',
  'Communication',
  'Configuration',
  'Data protection',
  'Coding and architecture',
  'Logs and errors',
  'WebRTC',
]

const VERDICTS = ['test', 'code', 'document', 'partly', 'open', 'not applicable'] as const

/** Levels 1 and 2 of the official list, from OWASP's table (CSV): only ids and levels are taken. */
export function idsOf(table: string): string {
  const ids = [...table.matchAll(/,V(\d+\.\d+\.\d+),(?:"(?:[^"]|"")*"|[^",\n]*),([12])\r?$/gm)]
  return `${ids.map(([, id, level]) => `${id} ${level}`).join('\n')}\n`
}

export function chapterOf({ id }: Row): number {
  return Number(id.split('.')[0])
}

/** Rows by chapter and verdict, with a last line for all of them. */
export function figures(rows: readonly Row[]): string[][] {
  const line = (title: string, of: readonly Row[]) => [
    title,
    String(of.length),
    ...VERDICTS.map((verdict) => String(of.filter((row) => verdictOf(row) === verdict).length)),
  ]
  return [
    ...CHAPTERS.map((title, place) => {
      const number = place + 1
      return line(
        `V${number} ${title}`,
        rows.filter((row) => chapterOf(row) === number),
      )
    }),
    line('all', rows),
  ]
}

export async function asvsPage(rows: readonly Row[] = readRows(ASVS_ROWS), proofs: readonly Proof[] = allProofs()): Promise<string> {
  return formattedPage(
    ASVS_PAGE,
    `# ASVS 5.0, level 2

Written by \`node scripts/write-asvs.ts\` from [asvs-rows.txt](../../${ASVS_ROWS}); \`tests/architecture/asvs.test.ts\` checks that every official id of levels 1 and 2 is here, and that each named test, place and heading exists. The words are ours; the requirements are those of the [OWASP ASVS 5.0.0](https://github.com/OWASP/ASVS/tree/v5.0.0/5.0/en). The level of a row stands in brackets.

${markdownTable(['chapter', 'rows', ...VERDICTS], figures(rows))}

A row counts by its strongest evidence: a test, then a place in the code, then a document. **Partly** names what is missing, **open** is missing.

${CHAPTERS.map((title, place) =>
  chapter(
    `V${place + 1} ${title}`,
    rows.filter((row) => chapterOf(row) === place + 1),
    proofs,
  ),
).join('\n\n')}
`,
  )
}

function chapter(title: string, rows: readonly Row[], proofs: readonly Proof[]): string {
  const lines = rows.map(({ id, level, words, evidence }) => {
    const shown = evidence.map((one) => resolveEvidence(one, proofs).shown).join('; ')
    return `- **${id}** (${level}) ${words}: ${shown}`
  })
  return `## ${title}\n\n${lines.join('\n')}`
}

if (import.meta.main) {
  const [flag, table] = process.argv.slice(2)
  if (flag === '--official' && table) writeFileSync(ASVS_IDS, idsOf(readFileSync(table, 'utf8')))
  writeFileSync(ASVS_PAGE, await asvsPage())
  process.stdout.write(`${markdownTable(['chapter', 'rows', ...VERDICTS], figures(readRows(ASVS_ROWS)))}\n`)
}
