import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LookRecord } from '#shared/operator-record.ts'
import { readColours } from './read-colours.ts'
import { drawingProblems, readDrawing } from './read-drawing.ts'

/** By the address at which browsers request them. iPhones request the touch icon by default, without a link in the page. */
const ICONS = {
  '/favicon.svg': 'icon.svg',
  '/apple-touch-icon.png': 'apple-touch-icon.png',
  '/icons/app-192.png': 'app-192.png',
  '/icons/app-512.png': 'app-512.png',
  '/icons/app-whole-512.png': 'app-whole-512.png',
} as const

/** look/ of an operator's folder; its problems are sentences that begin with the file. */
export function readLook(folder: string): { look: LookRecord; problems: string[] } {
  const path = (file: string) => join(folder, 'look', file)
  const problems: string[] = []
  const text = (file: string, problemsOf: (source: string) => string[]) => {
    const source = existsSync(path(file)) ? readFileSync(path(file), 'utf8') : null
    problems.push(...(source === null ? ['is missing'] : problemsOf(source)).map((problem) => `look/${file}: ${problem}`))
    return source ?? ''
  }
  const { style, night } = readColours(text('brand.css', (sheet) => readColours(sheet).problems))
  const [logo, landscape] = ['logo.svg', 'landscape.svg'].map((file) => readDrawing(text(file, drawingProblems)))
  text('icon.svg', drawingProblems)
  for (const file of Object.values(ICONS)) if (!existsSync(path(file))) problems.push(`look/${file}: is missing`)
  const icons = Object.entries(ICONS).map(([address, file]) => [address, path(file)])
  const none = readDrawing('')
  return {
    look: { style, night, logo: logo ?? none, landscape: landscape ?? none, icons: Object.fromEntries(icons) },
    problems: [...new Set(problems)],
  }
}
