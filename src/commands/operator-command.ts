import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { operatorFolder, readOperator } from '#settings/read-operator.ts'
import { SettingProblem } from '#shared/setting-problem.ts'
import { EXIT } from './command.ts'

const USAGE = `For the operator's administrators:
  npm run operator -- check <name or path>   names everything that is wrong in the folder of an operator, and changes nothing
  npm run operator -- texts export <name or path> <language> <file>   writes the texts for a translator, as XLIFF 2
  npm run operator -- texts import <name or path> <language> <file>   takes the translations, once all of them can be shown
`

function problemsOf(read: () => void): readonly string[] {
  try {
    read()
    return []
  } catch (error) {
    if (!(error instanceof SettingProblem)) throw error
    return error.problems
  }
}

/** Texts are checked with the names, numbers and languages of the record: without one, only their form can be. */
function parseTexts(folder: string): void {
  const problems: string[] = []
  for (const path of globSync(['help.json', 'content/**/*.json'], { cwd: folder }))
    try {
      JSON.parse(readFileSync(join(folder, path), 'utf8'))
    } catch (error) {
      problems.push(`GUICHET_OPERATOR: ${join(folder, path)}: ${String(error)}`)
    }
  throw new SettingProblem(...problems)
}

type Asked = { named: string; program: string; args: string[]; language?: string }

function askedFor([verb, ...words]: string[]): Asked | null {
  const [named = '', ...more] = words
  if (verb === 'check') return named && more.length === 0 ? { named, program: 'operator-report.ts', args: [] } : null
  const [direction = '', of = '', language = '', file = '', ...others] = words
  const isWhole = verb === 'texts' && /^(?:ex|im)port$/.test(direction) && file && others.length === 0
  return isWhole ? { named: of, program: 'operator-texts.ts', args: [direction, language, resolve(file)], language } : null
}

const asked = askedFor(process.argv.slice(2).filter((arg) => arg !== '--'))
if (!asked) {
  process.stderr.write(USAGE)
  process.exit(EXIT.usage)
}
const operator = asked.named.includes('/') ? resolve(asked.named) : asked.named
const ofRecord = problemsOf(() => void readOperator(operator, { withDrafts: true }))
if (ofRecord.length > 0) {
  const problems = new Set([...ofRecord, ...problemsOf(() => parseTexts(operatorFolder(operator)))])
  process.stderr.write([...problems].map((problem) => `Wrong: ${problem}\n`).join(''))
  process.stderr.write('What texts and help say is checked once these are right.\n')
  process.exit(EXIT.settings)
}
if (asked.language !== undefined) {
  const [, ...others] = readOperator(operator, { withDrafts: true }).languages.map(({ tag }) => tag)
  if (!others.includes(asked.language)) {
    process.stderr.write(`languages.json lists ${others.join(', ') || 'none'} beside its first language, not ${asked.language}\n`)
    process.exit(EXIT.usage)
  }
}
/** OPR-5. Modules read the operator's record while they load: another process reads the one that is asked for. */
const env = { ...process.env, GUICHET_OPERATOR: operator, GUICHET_DRAFT_LANGUAGES: 'yes' }
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, asked.program), ...asked.args], { env, stdio: 'inherit' })
process.exit(status ?? EXIT.no)
