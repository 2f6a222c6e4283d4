import { readFileSync, writeFileSync } from 'node:fs'
import { metricNames, metricRecord } from '../src/server/logging/metric-table.ts'
import { formattedPage } from './formatted-page.ts'
import { markdownTable } from './markdown-table.ts'

export const METRICS_PAGE = 'docs/operations.md'

const BEGIN = '<!-- metrics: written by node scripts/write-metric-table.ts -->'
const END = '<!-- metrics: end -->'

/** The page as it should be. */
export async function pageWithMetrics(): Promise<string> {
  const page = readFileSync(METRICS_PAGE, 'utf8')
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END)
  if (begin === -1 || end < begin) throw new Error(`${METRICS_PAGE} has no place for the metrics: ${BEGIN} … ${END}`)
  return formattedPage(METRICS_PAGE, `${page.slice(0, begin)}${BEGIN}\n\n${metricTable()}\n\n${page.slice(end)}`)
}

function metricTable(): string {
  return markdownTable(
    ['metric', 'type', 'of', 'help', 'alert when'],
    metricNames().map((name) => {
      const { type, labels = [], of, help, alarm } = metricRecord(name)
      return [`\`${name}${labels.length > 0 ? `{${labels.join(',')}}` : ''}\``, type, of, help, alarm]
    }),
  )
}

if (import.meta.main) writeFileSync(METRICS_PAGE, await pageWithMetrics())
