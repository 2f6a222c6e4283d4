import { ALL_ROWS, carries, PARTS, rowsOf, type Row } from './proof-rows.ts'
import { NOT_APPLICABLE, NOT_BUILT_YET } from './rows-without-test.ts'
import { allProofs, type Proof } from './test-titles.ts'

export const PROOF_PAGE = 'docs/proof.md'

export type ProvenRow = Row & { proofs: Proof[] }

export function provenRows(rows: readonly Row[] = ALL_ROWS, proofs: readonly Proof[] = allProofs()): ProvenRow[] {
  return rows.map((row) => ({ ...row, proofs: proofs.filter(({ title }) => carries(title, row.id)) }))
}

/** Why a row has no test, if there is a reason. */
export function excuseOf({ id }: Row): string | null {
  const reason = NOT_APPLICABLE[id]
  if (reason) return `not applicable here: ${reason}`
  return NOT_BUILT_YET.includes(id) ? 'not built yet' : null
}

/** The document as it should be. Lines depend on nothing but their own row, so that two changes seldom meet. */
export function proofPage(rows: readonly ProvenRow[] = provenRows()): string {
  const proven = new Map(rows.map((row) => [row.id, row]))
  const parts = Object.entries(PARTS).map(([title, part]) => {
    const ofPart = rowsOf(part).flatMap(({ id }) => proven.get(id) ?? [])
    return `## ${title}\n\n${ofPart.map(wordsOf).join('\n\n')}`
  })
  return `${HEAD}\n\n${parts.join('\n\n')}\n`
}

const HEAD = `# What is shown to hold, and by which test

Written by \`node scripts/write-proof.ts\` out of the titles of the tests; the rows stand in [tests/proof](../tests/proof). A test belongs to a row
when its title carries the row's id. Besides tests and journeys there are the checks and the planted bugs of the simulation
(\`npm run simulate\`, each bug must be found), the drills (\`npm run drill\`), and the walks in Firefox and chains through other programs (\`npm run proof\`, which renews this page first). A row without a test says why. "…" stands for what a title takes from its table.`

function wordsOf({ proofs, ...row }: ProvenRow): string {
  const lines = proofs.map(({ kind, file, title }) => `- ${kind} \`${file}\`: ${plain(title)}`)
  const excuse = lines.length === 0 ? (excuseOf(row) ?? 'NO TEST') : null
  return [`**${row.id}** ${plain(row.text)}`, '', ...(excuse ? [`- ${excuse}`] : lines)].join('\n')
}

/** Nothing of a title is taken for the formatting of the page. */
function plain(title: string): string {
  return title.replaceAll(/[\\`*_<>[\]|~]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ')
}
