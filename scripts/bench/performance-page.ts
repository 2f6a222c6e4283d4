import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { machineNow } from './machine.ts'

export type Table = { head: string[]; rows: (string | number)[][] }

export type Goal = { goal: string; wanted: string; measured: string; isReached: boolean }

/** What one part of the bench found. */
export type Section = {
  title: string
  /** How it was measured, for whoever wants to doubt it. */
  how: string[]
  goals: Goal[]
  tables: Table[]
}

const PAGE = 'docs/performance.md'
const HEAD = `# Performance

Written by \`npm run bench\`; each part replaces its own section (\`npm run bench -- pages|phones|lighthouse|server|payments|growth|ussd\`).
Figures of one section come from one run on one machine: compare them with each other, not with another machine's.
`

/** Replaces the section of this part in docs/performance.md and leaves the others; answers its text. */
export function writeSection(part: string, section: Section): string {
  const text = sectionText(section)
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : HEAD
  const [begin, end] = [`<!-- ${part} -->`, `<!-- end of ${part} -->`]
  const marked = `${begin}\n\n${text}\n${end}\n`
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  writeFileSync(PAGE, from < 0 ? `${page}\n${marked}` : page.slice(0, from) + marked + page.slice(to + end.length + 1))
  return text
}

function sectionText({ title, how, goals, tables }: Section): string {
  const goalRows = goals.map(({ goal, wanted, measured, isReached }) => [goal, wanted, measured, isReached ? 'reached' : '**missed**'])
  const goalTable: Table[] = goals.length > 0 ? [{ head: ['goal', 'wanted', 'measured', ''], rows: goalRows }] : []
  return [`## ${title}`, machineNow(), ...how, ...[...goalTable, ...tables].map(tableText)].join('\n\n').concat('\n')
}

function tableText({ head, rows }: Table): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
