import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

export type Weight = 'plain' | 'bold'
const WEIGHTS = { plain: 400, bold: 700 } as const satisfies Record<Weight, number>
/** Every letter of French and English, then those of Hausa and other languages written in Latin letters. */
const SUBSETS = ['latin', 'latin-ext'] as const

type Glyphs = { hasGlyphForCodePoint(codePoint: number): boolean }
type Font = { name: string; file: Buffer; glyphs: Glyphs }
type Fonts = Record<Weight, readonly Font[]>

const { create } = require('fontkit') as { create(file: Buffer): Glyphs }
let fonts: Fonts | null = null

/** Embedded, as PDF/UA requires, so that old files always look the same. Read at the first receipt. */
export function receiptFonts(): Fonts {
  fonts ??= { plain: fontsOf('plain'), bold: fontsOf('bold') }
  return fonts
}

function fontsOf(weight: Weight): Font[] {
  return SUBSETS.map((subset) => {
    const file = readFileSync(require.resolve(`@fontsource/andika/files/andika-${subset}-${WEIGHTS[weight]}-normal.woff`))
    return { name: `${weight}-${subset}`, file, glyphs: create(file) }
  })
}

type Run = { font: string; text: string }

/** What stands for characters that no font has: they were there, and the reader must see it. */
const MISSING = '[?]'
/** Not drawn, such as what joins the parts of an emoji. */
const FORMAT = /^\p{Cf}$/u

/** A text in parts of one font each. A narrow space is drawn as a wider one, and a row of missing characters as one sign. */
export function runsOf(text: string, weight: Weight, candidates: Fonts = receiptFonts()): Run[] {
  const [first] = candidates[weight]
  const runs: Run[] = []
  let isMissing = false
  for (const character of text.normalize('NFC').replaceAll('\u202f', '\u00a0').replaceAll('\u2011', '-')) {
    if (FORMAT.test(character)) continue
    const found = candidates[weight].find(({ glyphs }) => glyphs.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
    // Once for a whole word of another script.
    if (!found && isMissing) continue
    isMissing = !found
    append(runs, found?.name ?? first?.name ?? '', found ? character : MISSING)
  }
  return runs
}

function append(runs: Run[], font: string, text: string): void {
  const last = runs.at(-1)
  if (last?.font === font) last.text += text
  else runs.push({ font, text })
}
