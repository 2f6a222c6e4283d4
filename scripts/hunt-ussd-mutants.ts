import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { USSD_MUTANTS, type UssdMutant } from '../tests/mutants/ussd-mutants.ts'

const PROJECT = resolve(import.meta.dirname, '..')
const LEFT_OUT = new Set(['node_modules', '.git', 'build', 'data', 'pictures'])
const HOME = 'src/features/ussd'
/** Tests that import their neighbours only: a copy of the folder with a bug in it is tested by its own copy of them. */
const OWN_TESTS = [
  'menu-engine',
  'session-rules',
  'screen',
  'walk-menu',
  'draft-screen',
  ...['ussd-endpoint', 'ussd.store', 'ussd-purchases.store', 'pay-from-menu'].map((name) => `server/${name}`),
]
const OWN_FILES = new Set([...OWN_TESTS, 'places'].map((name) => `${name}.ts`))

type Report = { testResults: { name: string; assertionResults: { status: string; title: string }[] }[] }

/**
 * `node scripts/hunt-ussd-mutants.ts`: bugs in files with unit tests, all in one run. With `--server [word]`: all other bugs, each in a run
 * of all USSD tests, half a minute each. Every planted bug must be found.
 */
function main([mode, word = '']: string[]): boolean {
  const copy = mkdtempSync(join(tmpdir(), 'guichet-ussd-mutants-'))
  try {
    cpSync(PROJECT, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(PROJECT, path).split(sep)[0] ?? '') })
    symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'))
    const server = USSD_MUTANTS.filter(({ file, name }) => !OWN_FILES.has(file) && `${file} ${name}`.includes(word))
    const rules = USSD_MUTANTS.filter(({ file }) => OWN_FILES.has(file))
    if (mode === '--server') return tell(server, (mutant) => foundByServerTests(copy, mutant))
    const inRules = foundInRules(copy, rules)
    return tell(rules, (mutant) => inRules(mutant) ?? foundByServerTests(copy, mutant))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function tell(mutants: readonly UssdMutant[], foundBy: (mutant: UssdMutant) => string | null): boolean {
  const missed = mutants.filter((mutant) => {
    const test = foundBy(mutant)
    process.stdout.write(`${test ? 'found    ' : 'NOT FOUND'}  ${mutant.file}: ${mutant.name}${test ? ` (${test.slice(0, 60)})` : ''}\n`)
    return test === null
  })
  process.stdout.write(`\n${mutants.length - missed.length} of ${mutants.length} found\n`)
  return missed.length === 0
}

function foundInRules(copy: string, mutants: readonly UssdMutant[]): (mutant: UssdMutant) => string | null {
  const folderOf = (mutant: UssdMutant) => `${HOME}-mutant-${mutants.indexOf(mutant)}-`
  for (const mutant of mutants) {
    cpSync(join(copy, HOME), join(copy, folderOf(mutant)), { recursive: true })
    plant(join(copy, folderOf(mutant)), mutant)
  }
  const failed = failuresOf(
    copy,
    mutants.flatMap((mutant) => OWN_TESTS.map((test) => `${folderOf(mutant)}/${test}.test.ts`)),
  )
  return (mutant) => failed.find(({ file }) => file.includes(`${folderOf(mutant)}/`))?.title ?? null
}

function foundByServerTests(copy: string, mutant: UssdMutant): string | null {
  const source = plant(join(copy, HOME), mutant)
  const [failed] = failuresOf(copy, [`${HOME}/`, '--bail', '1'])
  writeFileSync(join(copy, HOME, mutant.file), source)
  return failed?.title ?? null
}

function plant(folder: string, { name, file, find, replace }: UssdMutant): string {
  const source = readFileSync(join(folder, file), 'utf8')
  if (!source.includes(find)) throw new Error(`the mutant '${name}' no longer finds its place in ${file}`)
  writeFileSync(
    join(folder, file),
    source.replace(find, () => replace),
  )
  return source
}

/** A file that does not run fails no test, and so finds nothing. */
function failuresOf(copy: string, tests: readonly string[]): { file: string; title: string }[] {
  const report = join(copy, 'report.json')
  spawnSync('vitest', ['run', '--project', 'rules and calls', ...tests, '--reporter', 'json', '--outputFile', report], { cwd: copy })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => ({ file, title })),
  )
}

process.exit(main(process.argv.slice(2)) ? 0 : 1)
