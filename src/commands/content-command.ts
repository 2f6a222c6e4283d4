import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { OPERATOR } from '#operator-record'
import { checkSites, importSites } from '#features/coverage/server/import-sites.ts'
import { checkFaqs } from '#features/help/server/faq-file.ts'
import { importFaqs } from '#features/help/server/help-library.ts'
import { checkShops, importShops } from '#features/shops/server/import-shops.ts'
import { CONTENT_FOLDER, PACKAGE_NAMES, readSeedFiles, type SeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { checkContent, importContent, createSiteContent, type ImportedFile } from '#features/site-content/server/site-content.ts'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { parseStrictJson } from '#server/security/strict-json.ts'
import { isLanguage, LANGUAGES } from '#shared/language.ts'
import { CHECKED_LANGUAGES } from '#shared/language-review.ts'
import { runCommand, type CommandResult } from './command.ts'

const USAGE = `For the operator's editors:
  npm run content -- check  <folder or files>   says what is wrong, changes nothing
  npm run content -- import <folder or files>   checks all of them, then serves them; the versions before stay stored
  npm run content -- export <folder>            writes what is served now
Files are named <language>/<package>.json, for example fr/recharge-translation.json.
  npm run content -- check|import <kind> <file> the same for a file of data: KINDS
Without a file, shops and sites are those in the operator's folder.
`

/** The interface of a data file; problems are sentences for the editor, and mean that nothing was changed. */
type DataKind = { ofOperator?: string; check(text: string): string[]; importInto(db: Database, text: string): Promise<string[]> }

/** Content other than page texts: one line per kind. */
const DATA_KINDS: Readonly<Partial<Record<string, DataKind>>> = {
  faqs: { check: (text) => checkFaqs(parseStrictJson(text)).problems, importInto: (db, text) => importFaqs(db, parseStrictJson(text)) },
  shops: {
    ofOperator: OPERATOR.places.files.shops,
    check: (text) => checkShops(text).problems,
    importInto: (db, text) => importShops(db, text, today()),
  },
  sites: {
    ofOperator: OPERATOR.places.files.sites,
    check: (text) => checkSites(text).problems,
    importInto: (db, text) => importSites(db, text, today()),
  },
}

function today(): string {
  return systemClock.now().toISOString().slice(0, 10)
}

export async function runContentCommand([command, ...paths]: string[], db: () => Promise<Database>): Promise<CommandResult> {
  const seeds = readSeedFiles()
  if ((command !== 'check' && command !== 'import' && command !== 'export') || paths.length === 0)
    return { ok: false, message: USAGE.replace('KINDS', Object.keys(DATA_KINDS).join(', ')), exit: 'usage' }
  if (command === 'export') return exportContent(await db(), seeds, paths)
  const [name = '', file] = paths
  const kind = DATA_KINDS[name]
  const path = file ?? kind?.ofOperator
  if (kind && path) return runDataCommand(kind, path, command === 'import' ? db : null)
  const { files, problems } = readFiles(paths)
  const allProblems =
    problems.length > 0
      ? problems
      : command === 'check'
        ? checkContent(seeds, files).problems
        : await importContent(await db(), seeds, files)
  if (allProblems.length > 0) return nothingChanged(allProblems)
  return { ok: true, message: `${files.length} packages ${command === 'check' ? 'are correct' : 'imported'}\n` }
}

/** Checks a data file and, when a database is given, imports it. */
async function runDataCommand(kind: DataKind, path: string, db: (() => Promise<Database>) | null): Promise<CommandResult> {
  try {
    const text = readFileSync(path, 'utf8')
    const problems = kind.check(text)
    if (problems.length === 0 && db) problems.push(...(await kind.importInto(await db(), text)))
    return problems.length > 0 ? nothingChanged(problems) : { ok: true, message: `${path} ${db ? 'imported' : 'is correct'}\n` }
  } catch (error) {
    return nothingChanged([`${path}: ${error instanceof Error ? error.message : 'cannot be read'}`])
  }
}

function nothingChanged(problems: string[]): CommandResult {
  return { ok: false, message: `Nothing was changed:\n${problems.map((problem) => `  ${problem}\n`).join('')}` }
}

function readFiles(paths: string[]): { files: ImportedFile[]; problems: string[] } {
  const names = paths.flatMap((path) => (existsSync(path) && statSync(path).isDirectory() ? packagesIn(path) : [path]))
  const files: ImportedFile[] = []
  const problems = names.flatMap((path) => {
    const language = basename(dirname(path))
    if (!isLanguage(language)) return [`${path}: the folder must be named ${LANGUAGES.join(' or ')}`]
    try {
      files.push({ name: basename(path, '.json'), language, body: parseStrictJson(readFileSync(path, 'utf8')) })
      return []
    } catch (error) {
      return [`${path}: ${error instanceof Error ? error.message : 'cannot be read'}`]
    }
  })
  return { files, problems: names.length === 0 ? ['no files were found there'] : problems }
}

/** Data files, which are imported by their kind, and languages of other operators ship beside those that are offered. */
function packagesIn(folder: string): string[] {
  const ignored = new Set(readdirSync(CONTENT_FOLDER).filter((name) => !LANGUAGES.includes(name)))
  return globSync(join(folder, '*/*.json')).filter((path) => !ignored.has(basename(dirname(path))))
}

async function exportContent(db: Database, seeds: SeedFiles, [folder = '']: string[]): Promise<CommandResult> {
  const content = createSiteContent({ db, clock: systemClock, seeds })
  for (const language of CHECKED_LANGUAGES) {
    mkdirSync(join(folder, language), { recursive: true })
    for (const name of PACKAGE_NAMES)
      writeFileSync(join(folder, language, `${name}.json`), `${JSON.stringify(await content.readAsWritten(name, language), null, 2)}\n`)
  }
  return { ok: true, message: `${PACKAGE_NAMES.length * CHECKED_LANGUAGES.length} packages written to ${folder}\n` }
}

if (import.meta.main) await runCommand(({ args, open }) => runContentCommand(args, open))
