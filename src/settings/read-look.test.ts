import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contrast, readColours } from './read-colours.ts'
import { drawingProblems } from './read-drawing.ts'
import { readLook } from './read-look.ts'
import { operatorNames, readOperator } from './read-operator.ts'

const SHEET = readFileSync('operators/ne-tenere/look/brand.css', 'utf8')
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4">SHAPES</svg>'

test.for(operatorNames())('the look of %s is complete, and its colours can be read in both schemes', (name) => {
  expect(readLook(join('operators', name)).problems).toEqual([])
  expect(readOperator(name).look.style).toMatch(/^:root\{--night:#.*--shade:\d+ \d+ \d+\}@media screen/)
})

test('a sheet from before a button could be asleep is complete', () => {
  expect(readColours(SHEET.replaceAll(/ *--(?:on-)?asleep: .*\n/g, '')).problems).toEqual([])
})

test('contrast is that of WCAG 2', () => {
  expect(contrast('#000', '#fff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test.for([
  ['--action: #c2410c;', '--action: #ffc931;', /--on-action on --action has a contrast of 1\.5\d in the light scheme, at least 4\.5/],
  ['--mark: #c2410c;', '--mark: #ffc931;', /--mark on --card has a contrast of 1\.5\d in the light scheme, at least 3/],
  ['--ink: #f3f1fa;', '--ink: #333333;', /--ink on --page .* in the dark scheme/],
  ['--night: #17153b;', '', /^--night is missing/],
  ['--night: #17153b;', '--night: navy;', /--night must be written as #rgb or #rrggbb, not 'navy'/],
  ['--sun: #f97316;', '--sun: url(https://evil.test);', /--sun must be written/],
  ['--sun: #f97316;', '--sun: #f97316; --veil: #000;', /--veil is no colour of a brand/],
  ['--on-asleep: #9a3412;', '--on-asleep: #f9b49a;', /--on-asleep on --asleep has a contrast of 1\.\d+ in the light scheme, at least 4\.5/],
  ['--on-asleep: #9a3412;', '', /^--on-asleep is missing/],
  [':root {', 'body { color: red } :root {', /must be :root/],
  ['--sun: #f97316;', '--sun: #f97316; } </style><script> {', /must be :root/],
] as const)('a colour that cannot be read, or is none, is refused: %s becomes %s', ([from, to, words]) => {
  expect(SHEET).toContain(from)
  expect(readColours(SHEET.replace(from, to)).problems.join('\n')).toMatch(words)
})

test.for([
  ['<script>alert(1)</script>', /<script> is not allowed/],
  ['<foreignObject/>', /<foreignObject> is not allowed/],
  ['<style>path{}</style>', /<style> is not allowed/],
  ['<image href="https://evil.test/a.png"/>', /<image> is not allowed/],
  ['<use xlink:href="#a"/>', /<use> is not allowed/],
  ['<a><path d="M0 0"/></a>', /<a> is not allowed/],
  ['<animate attributeName="d"/>', /<animate> is not allowed/],
  ['<path onclick="x()"/>', /<path> may not have onclick/],
  ['<path style="fill:red"/>', /<path> may not have style/],
  ['<path fill="url(https://evil.test)"/>', /<path> may not have fill="url/],
  ['<path fill="URL(#a)"/>', /<path> may not have fill/],
  ["<path d='M0 0'/>", /which is no shape/],
  ['<!-- words -->', /which is no shape/],
  ['<!DOCTYPE svg [<!ENTITY a "b">]>', /which is no shape/],
  ['words', /holds 'words', which is no shape/],
  ['<g><path d="M0 0"></g></path>', /does not close its elements/],
  ['<g>', /does not close its elements/],
  ['</svg><svg>', /does not close its elements/],
] as const)('a drawing holds shapes and nothing else: %s', ([shapes, words]) => {
  expect(drawingProblems(DRAWING.replace('SHAPES', shapes)).join('\n')).toMatch(words)
  expect(drawingProblems(DRAWING.replace('SHAPES', '<path d="M0 0h4" fill="#fff"/>'))).toEqual([])
})

test('every problem of a look is named in one run, with its file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'look-'))
  cpSync('operators/ne-tenere', folder, { recursive: true })
  writeFileSync(join(folder, 'look/logo.svg'), '<svg><script/></svg>')
  writeFileSync(join(folder, 'look/brand.css'), SHEET.replace('--ink: #1b1930;', '--ink: black;'))
  writeFileSync(join(folder, 'look/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 5"><script>alert(1)</script></svg>')
  writeFileSync(join(folder, 'look/icon-whole.svg'), DRAWING.replace('SHAPES', '<path onload="x()"/>'))
  rmSync(join(folder, 'look/landscape.svg'))
  expect(readLook(folder).problems).toEqual([
    "look/brand.css: --ink must be written as #rgb or #rrggbb, not 'black'",
    'look/logo.svg: must begin with <svg … viewBox="0 0 width height">',
    'look/logo.svg: <script> is not allowed',
    'look/landscape.svg: is missing',
    "look/icon.svg: holds 'alert(1)', which is no shape",
    'look/icon.svg: <script> is not allowed',
    'look/icon.svg: must be square',
    'look/icon-whole.svg: <path> may not have onload="x()"',
  ])
  expect(() => readOperator(folder)).toThrow(/look\/landscape\.svg: is missing/)
})

test('an icon that launchers crop is made of icon.svg where the folder holds none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'look-'))
  cpSync('operators/ne-tenere', folder, { recursive: true })
  rmSync(join(folder, 'look/icon-whole.svg'))
  writeFileSync(join(folder, 'look/icon.svg'), DRAWING.replace('SHAPES', '<path d="M0 0h4"/>'))
  const { look, problems } = readLook(folder)
  expect(problems).toEqual([])
  expect(look.icons['/icons/app-whole-512.png']).toEqual({
    svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4H0z" fill="#17153b"/><g transform="translate(0.4 0.4) scale(.8)"><path d="M0 0h4"/></g></svg>',
    size: 512,
  })
})

test('OPR-2 a drawing of how things travel is the operator’s to add, and is read as strictly as the others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'look-'))
  cpSync('operators/ne-tenere', folder, { recursive: true })
  expect(readLook(folder).look.journey?.viewBox).toBe('0 0 160 96')
  writeFileSync(join(folder, 'look/journey.svg'), '<svg viewBox="0 0 1 1"><script/></svg>')
  expect(readLook(folder).problems).toEqual(['look/journey.svg: <script> is not allowed'])
  rmSync(join(folder, 'look/journey.svg'))
  expect(readLook(folder)).toMatchObject({ problems: [], look: { journey: null } })
})
