import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { operatorFolder, readOperator } from '#settings/read-operator.ts'
import { SettingProblem } from '#shared/setting-problem.ts'
import { EXIT } from './command.ts'

const USAGE = `For the operator's administrators:
  npm run operator -- check <name or path>   names everything that is wrong in the folder of an operator, and changes nothing
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

const [verb, named, ...more] = process.argv.slice(2).filter((arg) => arg !== '--')
if (verb !== 'check' || !named || more.length > 0) {
  process.stderr.write(USAGE)
  process.exit(EXIT.usage)
}
const operator = named.includes('/') ? resolve(named) : named
const ofRecord = problemsOf(() => void readOperator(operator, { withDrafts: true }))
if (ofRecord.length > 0) {
  const problems = new Set([...ofRecord, ...problemsOf(() => parseTexts(operatorFolder(operator)))])
  process.stderr.write([...problems].map((problem) => `Wrong: ${problem}\n`).join(''))
  process.stderr.write('What texts and help say is checked once these are right.\n')
  process.exit(EXIT.settings)
}
/** OPR-5. Modules read the operator's record while they load: another process reads the one that is asked for. */
const env = { ...process.env, GUICHET_OPERATOR: operator, GUICHET_DRAFT_LANGUAGES: 'yes' }
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'operator-report.ts')], { env, stdio: 'inherit' })
process.exit(status ?? EXIT.no)
