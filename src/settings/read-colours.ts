/** brand.css: all colours of an operator, in light; in dark those that differ. */
const TOKENS =
  'night dusk ember sun on-night on-night-soft night-line primary primary-soft action action-press on-action mark page card paper sand hole line line-strong ink ink-soft'.split(
    ' ',
  )
/** A main action that waits for what is missing; without these two it is as grey as a line. */
const OPTIONAL = ['asleep', 'on-asleep']

export type Colours = Readonly<Record<string, string>>
type Schemes = { light: Colours; dark: Colours }

const SHEET = /^:root\{([^{}]*)\}@media screen and \(prefers-color-scheme:dark\)\{:root\{([^{}]*)\}\}$/

/** WCAG 2: text and its ground. */
const TEXTS = [
  ['on-night', 'night', 'dusk', 'ember'],
  ['on-night-soft', 'night', 'dusk', 'ember'],
  ['primary', 'page', 'card', 'paper', 'primary-soft', 'sand'],
  ['on-action', 'action', 'action-press'],
  ['ink', 'page', 'card', 'paper', 'primary-soft', 'sand'],
  ['ink-soft', 'page', 'card', 'paper'],
  ['on-asleep', 'asleep'],
] as const
/** WCAG 2: edges of controls, and marks. */
const CONTROLS = [
  ['line-strong', 'card', 'page'],
  ['mark', 'card', 'page', 'paper'],
  ['action', 'night'],
] as const

/** A colour scheme as it is served: without blanks, with the channels of its shadows. Problems are sentences. */
export function readColours(sheet: string): { style: string; night: string; problems: string[] } {
  const style = sheet
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s*([{}:;])\s*/g, '$1')
    .replace(/;\}/g, '}')
    .trim()
  const [, light, dark] = SHEET.exec(style) ?? []
  if (light === undefined || dark === undefined)
    return { style, night: '', problems: ['must be :root { … } and @media screen and (prefers-color-scheme: dark) { :root { … } }'] }
  const schemes = { light: coloursIn(light), dark: { ...coloursIn(light), ...coloursIn(dark) } }
  const wrong = [...declarationProblems(light), ...declarationProblems(dark), ...missing(schemes.light)]
  const night = schemes.light.night ?? ''
  return {
    style: style.replace('}', `;--shade:${channelsOf(night).join(' ')}}`),
    night,
    problems: wrong.length > 0 ? wrong : contrastProblems(schemes),
  }
}

function declarationsIn(block: string): [name: string, value: string][] {
  return block
    .split(';')
    .filter(Boolean)
    .map((declaration) => declaration.split(':'))
    .map(([name = '', ...value]) => [name.replace(/^--/, ''), value.join(':')])
}

function coloursIn(block: string): Colours {
  return Object.fromEntries(declarationsIn(block))
}

function declarationProblems(block: string): string[] {
  return declarationsIn(block).flatMap(([name, value]) => {
    if (!TOKENS.includes(name) && !OPTIONAL.includes(name)) return [`--${name} is no colour of a brand`]
    return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/.test(value) ? [] : [`--${name} must be written as #rgb or #rrggbb, not '${value}'`]
  })
}

function missing(colours: Colours): string[] {
  const wanted = OPTIONAL.some((name) => Object.hasOwn(colours, name)) ? [...TOKENS, ...OPTIONAL] : TOKENS
  return wanted.filter((name) => !Object.hasOwn(colours, name)).map((name) => `--${name} is missing`)
}

function contrastProblems(schemes: Schemes): string[] {
  const pairs = [
    ...TEXTS.flatMap(([text, ...grounds]) => grounds.map((ground) => [text, ground, 4.5] as const)),
    ...CONTROLS.flatMap(([mark, ...grounds]) => grounds.map((ground) => [mark, ground, 3] as const)),
  ]
  return Object.entries(schemes).flatMap(([scheme, colours]) =>
    pairs.flatMap(([one, other, least]) => {
      if (!Object.hasOwn(colours, one)) return []
      const ratio = contrast(colours[one] ?? '', colours[other] ?? '')
      return ratio >= least
        ? []
        : [`--${one} on --${other} has a contrast of ${ratio.toFixed(2)} in the ${scheme} scheme, at least ${least} is needed`]
    }),
  )
}

export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((first, second) => second - first)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(colour: string): number[] {
  const digits = colour.length === 4 ? colour.replace(/[0-9a-f]/g, '$&$&') : colour
  return [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
}
