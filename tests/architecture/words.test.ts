import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

/** Files whose words are checked. */
const SCOPE = [
  '*.md',
  'docs/**/*.md',
  'sandbox/**/*.md',
  'deploy/{*.*,Dockerfile,kubernetes/*}',
  '{bench,drills,sandbox,scripts,src,tests}/**/*.{ts,tsx}',
]
/** Rows that quote the ledger, names of planted bugs, and the examples of this test. */
const QUOTES = ['tests/proof/**', 'tests/mutants/**', 'tests/architecture/words.test.ts']

const REFUSED = /\b(?:whoever|nobody|somebody|askers?)\b|\b(?:MOST|LONGEST|LARGEST|LEAST)_[A-Z]\w*/gi

const MAX_COLUMNS = 120

const FILES = globSync(SCOPE, { exclude: QUOTES })
const PAGES = FILES.filter((path) => path.endsWith('.md'))

/** Addresses of links may contain old file names. */
function withoutLinkTargets(text: string): string {
  return text.replaceAll(/\]\([^)]*\)/g, ']')
}

/** Texts for readers: a file without link targets; of a source its comments and every string that contains a space. */
function textsOf(path: string, text: string): string[] {
  if (!/\.tsx?$/.test(path)) return [withoutLinkTargets(text)]
  const { comments, program } = parseSync(path, text)
  return [...comments.map(({ value }) => value), ...stringsIn(program).filter((one) => one.includes(' '))]
}

function stringsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  if ('type' in node && node.type === 'Literal' && 'value' in node) return typeof node.value === 'string' ? [node.value] : []
  if ('type' in node && node.type === 'TemplateElement' && 'value' in node) return [(node.value as { raw: string }).raw]
  return Object.values(node).flatMap(stringsIn)
}

function refusedIn(path: string, text: string): string[] {
  return textsOf(path, text).flatMap((one) => one.match(REFUSED) ?? [])
}

/** Lines of prose that are too long; tables, code, and lines that only code or a link makes long are exempt. */
function longLinesIn(text: string): string[] {
  const prose = text.replaceAll(/^ *```[^]*?^ *```$/gm, '').split('\n')
  return prose.filter((line) => !/^\s*\|/.test(line) && withoutLinkTargets(line).replaceAll(/`[^`]*`/g, '').length > MAX_COLUMNS)
}

test('words that need decoding are found in pages, comments, titles and messages, not in names', () => {
  expect(refusedIn('a.md', 'Nobody pays. [0071](0071-messages-go-to-whoever-paid.md) `MOST_CODES`')).toEqual(['Nobody', 'MOST_CODES'])
  expect(refusedIn('a.ts', `/** Whoever asks. */\ntest('F1 somebody pays', () => log.warn(\`\${asker} is an asker\`))`)).toEqual([
    'Whoever',
    'somebody',
    'asker',
  ])
  expect(refusedIn('a.ts', 'export const MOST_CODES = asker.count')).toEqual([])
})

test('a long line of prose is found; tables, code and long addresses are exempt', () => {
  const long = 'word '.repeat(30)
  expect(longLinesIn(`${long}\n\n| ${long} |\n\n\`${long}\`\n\n[a](${long})\n\n\`\`\`sh\n${long}\n\`\`\`\n`)).toEqual([long])
})

test.for(FILES)('no word needs decoding: %s', (path) => {
  expect(refusedIn(path, readFileSync(path, 'utf8'))).toEqual([])
})

test.for(PAGES)('no line of prose exceeds 120 columns: %s', (path) => {
  expect(longLinesIn(readFileSync(path, 'utf8'))).toEqual([])
})
