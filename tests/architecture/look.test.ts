import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The files that define the tokens of sizes and colours. */
const TOKENS = /^src\/(portal\/styles\/(brand|tokens|ticket)|console\/.*-tokens)\.css$/
const SHEETS = globSync('src/**/*.css').filter((file) => !TOKENS.test(file))
const TEXT_SIZES = /^(var\(--text-(xs|menu|s|m|l|xl|2xl|3xl)\)|inherit|[0-9.]+em)$/
const WIDTHS = /^(min-width: (40|60)em|max-width: (39|59|63)\.99em|max-width: 73\.74em)$/

type Declaration = { file: string; property: string; value: string }

/** Every declaration of a sheet, without its comments. */
function declarationsOf(file: string, css: string): Declaration[] {
  const bare = css.replaceAll(/\/\*.*?\*\//gs, '')
  return [...bare.matchAll(/([a-z-]+):\s*([^;{}]+);/g)].map(([, property = '', value = '']) => ({ file, property, value }))
}

/** Values in a style sheet that should be tokens. */
function strays(file: string, css: string): string[] {
  const wrong = declarationsOf(file, css).filter(({ property, value }) => {
    const isNamed = property.startsWith('--')
    const hasColour = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i.test(value)
    const hasPixels = [...value.matchAll(/([0-9.]+)px/g)].some(([, size]) => Number(size) > 3)
    const isOwnSize = property === 'font-size' && !TEXT_SIZES.test(value)
    const isOwnShape = property === 'border-radius' && /[0-9](px|rem)/.test(value)
    const isOwnRhythm = /^(padding|margin|.*gap)/.test(property) && /[0-9]rem/.test(value)
    return (hasColour && !isNamed) || hasPixels || isOwnSize || isOwnShape || isOwnRhythm
  })
  const widths = [...css.matchAll(/@media[^{]*?\((m(?:in|ax)-width: [^)]+)\)/g)].map(([, width = '']) => width)
  return [
    ...wrong.map(({ property, value }) => `${file}: ${property}: ${value}`),
    ...widths.filter((width) => !WIDTHS.test(width)).map((width) => `${file}: ${width}`),
  ]
}

test('sizes, colours, rounding and breakpoints come from the tokens', () => {
  expect(SHEETS.length).toBeGreaterThan(60)
  expect(SHEETS.flatMap((file) => strays(file, readFileSync(file, 'utf8')))).toEqual([])
})

test.for([
  ['a { color: #fff; }', 'color: #fff'],
  ['a { box-shadow: 0 0 2px rgb(0 0 0 / 4%); }', 'box-shadow: 0 0 2px rgb(0 0 0 / 4%)'],
  ['a { padding: 0 14px; }', 'padding: 0 14px'],
  ['a { gap: 0.5rem; }', 'gap: 0.5rem'],
  ['a { width: 40px; }', 'width: 40px'],
  ['a { font-size: 0.95rem; }', 'font-size: 0.95rem'],
  ['a { border-radius: 10px; }', 'border-radius: 10px'],
  ['@media (min-width: 860px) { a { color: var(--ink); } }', 'min-width: 860px'],
] as const)('a sheet that says "%s" is refused', ([css, stray]) => {
  expect(strays('a.css', css)).toContain(`a.css: ${stray}`)
})
