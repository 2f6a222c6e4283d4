import { readFileSync, writeFileSync } from 'node:fs'
import { directionTable } from '../tests/architecture/import-rules.ts'
import { formattedPage } from './formatted-page.ts'

export const ARCHITECTURE_PAGE = 'docs/architecture.md'

/** The architecture page with the generated import table. */
export async function withDirections(page: string): Promise<string> {
  const text = page.replace(
    /(<!-- directions -->).*(<!-- \/directions -->)/s,
    (_, begin: string, end: string) => `${begin}\n\n${directionTable()}\n\n${end}`,
  )
  return formattedPage(ARCHITECTURE_PAGE, text)
}

if (import.meta.main) writeFileSync(ARCHITECTURE_PAGE, await withDirections(readFileSync(ARCHITECTURE_PAGE, 'utf8')))
