import { readFileSync, writeFileSync } from 'node:fs'
import { directionTable } from '../tests/architecture/import-rules.ts'

export const ARCHITECTURE_PAGE = 'docs/architecture.md'

/** The architecture page with the directions as the rule has them. */
export function withDirections(page: string): string {
  return page.replace(
    /(<!-- directions -->).*(<!-- \/directions -->)/s,
    (_, begin: string, end: string) => `${begin}\n\n${directionTable()}\n\n${end}`,
  )
}

if (import.meta.main) writeFileSync(ARCHITECTURE_PAGE, withDirections(readFileSync(ARCHITECTURE_PAGE, 'utf8')))
