import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LookRecord } from '#shared/operator-record.ts'
import { readColours } from './read-colours.ts'
import { drawingProblems, iconProblems, readDrawing } from './read-drawing.ts'

/** By the address at which browsers request them. iPhones request the touch icon by default, without a link in the page. */
const ICONS = {
  '/favicon.svg': { drawing: 'own' },
  '/apple-touch-icon.png': { drawing: 'whole', size: 180 },
  '/icons/app-192.png': { drawing: 'own', size: 192 },
  '/icons/app-512.png': { drawing: 'own', size: 512 },
  '/icons/app-whole-512.png': { drawing: 'whole', size: 512 },
} as const

/** look/ of an operator's folder; its problems are sentences that begin with the file. */
export function readLook(folder: string): { look: LookRecord; problems: string[] } {
  const problems: string[] = []
  const has = (file: string) => existsSync(join(folder, 'look', file))
  const text = (file: string, problemsOf: (source: string) => string[]) => {
    const source = has(file) ? readFileSync(join(folder, 'look', file), 'utf8') : null
    problems.push(...(source === null ? ['is missing'] : problemsOf(source)).map((problem) => `look/${file}: ${problem}`))
    return source ?? ''
  }
  const { style, night } = readColours(text('brand.css', (sheet) => readColours(sheet).problems))
  const [logo, landscape] = ['logo.svg', 'landscape.svg'].map((file) => readDrawing(text(file, drawingProblems)))
  const journey = has('journey.svg') ? readDrawing(text('journey.svg', drawingProblems)) : null
  const own = text('icon.svg', iconProblems)
  const drawings = { own, whole: has('icon-whole.svg') ? text('icon-whole.svg', iconProblems) : onGround(own, night) }
  const icons = Object.entries(ICONS).map(([address, { drawing, ...rest }]) => [address, { svg: drawings[drawing], ...rest }])
  const none = readDrawing('')
  return {
    look: { style, night, logo: logo ?? none, landscape: landscape ?? none, journey, icons: Object.fromEntries(icons) },
    problems: [...new Set(problems)],
  }
}

/** Launchers crop the whole icon freely: its mark is within the middle four fifths. */
function onGround(icon: string, ground: string): string {
  const { viewBox, shapes } = readDrawing(icon)
  const [, , size = 0] = viewBox.split(' ').map(Number)
  const edge = `translate(${size / 10} ${size / 10}) scale(.8)`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><path d="M0 0h${size}v${size}H0z" fill="${ground}"/><g transform="${edge}">${shapes}</g></svg>`
}
