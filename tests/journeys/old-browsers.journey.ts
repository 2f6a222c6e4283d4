import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from '../support/journey.ts'

test('what phones fetch is written in words that Chrome 87 reads', () => {
  const files = globSync('build/{browser/assets,offline}/*.js')
  expect(files.length).toBeGreaterThan(50)
  for (const file of files) expect(tooNew(readFileSync(file, 'utf8')), file).toEqual([])
})

test('words that are too new are found', () => {
  const code = 'await f(); a?.b(...c); (class { static { g() } #x; y(o) { return #x in o } }); /a/d; async () => { await f(); a?.b(c) }'
  expect(tooNew(code)).toEqual(['await outside a function', 'spread in an optional call', 'static block', 'private name in', 'flag d'])
})

/** Features newer than Chrome 87, or broken in it, that the build does not transpile (scripts/build-pages.ts). */
function tooNew(code: string): string[] {
  const { program, errors } = parseSync('built.js', code)
  expect(errors).toEqual([])
  const found: string[] = []
  let functions = 0
  const enter = () => void (functions += 1)
  const leave = () => void (functions -= 1)
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    AwaitExpression: () => void (functions === 0 && found.push('await outside a function')),
    ChainExpression: ({ expression }) => {
      const isSpread = expression.type === 'CallExpression' && expression.arguments.some(({ type }) => type === 'SpreadElement')
      if (isSpread) found.push('spread in an optional call')
    },
    StaticBlock: () => void found.push('static block'),
    BinaryExpression: ({ left }) => void (code[left.start] === '#' && found.push('private name in')),
    Literal: (literal) => {
      const flags = 'regex' in literal ? literal.regex.flags : ''
      for (const flag of 'dv') if (flags.includes(flag)) found.push(`flag ${flag}`)
    },
  }).visit(program)
  return found
}
