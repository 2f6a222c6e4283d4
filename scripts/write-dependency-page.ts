import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { formattedPage } from './formatted-page.ts'
import { markdownTable } from './markdown-table.ts'

export const DEPENDENCY_PAGE = 'docs/compliance/dependencies.md'
/** What the registry said; `node scripts/write-dependency-page.ts --ask` asks about new versions, `--ask all` about every package. */
export const DEPENDENCY_FACTS = 'docs/compliance/dependencies.json'

export type PackageFacts = {
  version: string
  licence: string
  released: string
  lastRelease: string
  maintainers: number
  deprecated?: string
}
export type DependencyFacts = { askedOn: string; packages: Record<string, PackageFacts> }

type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>

/** Direct packages with their version, those of production first. */
export function directPackages(): { name: string; version: string; group: string }[] {
  const { dependencies, devDependencies, optionalDependencies }: Manifest = JSON.parse(readFileSync('package.json', 'utf8'))
  const of = (packages: Record<string, string>, group: string) =>
    Object.entries(packages).map(([name, version]) => ({ name, version, group }))
  return [...of(dependencies, 'runs'), ...of(optionalDependencies, 'develops'), ...of(devDependencies, 'develops')]
}

type Answer = { license?: unknown; maintainers?: unknown; time?: Record<string, string>; deprecated?: string }

function ask(name: string, version: string): PackageFacts {
  const text = execFileSync('npm', ['view', `${name}@${version}`, '--json', 'license', 'maintainers', 'time', 'deprecated'], {
    encoding: 'utf8',
  })
  const { license, maintainers, time = {}, deprecated }: Answer = JSON.parse(text)
  const releases = Object.entries(time).filter(([key]) => /^\d/.test(key))
  const day = (moment = '') => moment.slice(0, 10)
  return {
    version,
    licence: typeof license === 'string' ? license : 'unknown',
    released: day(time[version]),
    lastRelease: day(
      releases
        .map(([, moment]) => moment)
        .toSorted()
        .at(-1),
    ),
    maintainers: Array.isArray(maintainers) ? maintainers.length : 1,
    ...(deprecated !== undefined && { deprecated }),
  }
}

const DAY_MS = 24 * 3_600_000
export const QUIET_DAYS = 730

function isQuiet({ lastRelease }: PackageFacts, askedOn: string): boolean {
  return Date.parse(askedOn) - Date.parse(lastRelease) > QUIET_DAYS * DAY_MS
}

/** What we do about a package that has one maintainer, is quiet or deprecated. */
function remarkOn(facts: PackageFacts, askedOn: string): string {
  const remarks = [
    ...(facts.deprecated === undefined ? [] : ['deprecated: replace']),
    ...(isQuiet(facts, askedOn) ? ['quiet for two years'] : []),
    ...(facts.maintainers === 1 ? ['one publisher'] : []),
  ]
  return remarks.join(', ')
}

export async function dependencyPage(): Promise<string> {
  const { askedOn, packages }: DependencyFacts = JSON.parse(readFileSync(DEPENDENCY_FACTS, 'utf8'))
  const rows = (group: string) =>
    directPackages()
      .filter((each) => each.group === group)
      .map(({ name, version }) => {
        const facts = packages[name]
        if (!facts) throw new Error(`${DEPENDENCY_FACTS} lacks ${name}: node scripts/write-dependency-page.ts --ask`)
        return [
          `\`${name}\``,
          version,
          facts.licence,
          facts.released,
          facts.lastRelease,
          String(facts.maintainers),
          remarkOn(facts, askedOn),
        ]
      })
  const head = ['package', 'version', 'licence', 'released', 'last release', 'publishers', 'remark']
  const text = readFileSync('scripts/compliance/dependencies-page.md', 'utf8')
  const parts: Record<string, string> = {
    askedOn,
    runs: markdownTable(head, rows('runs')),
    develops: markdownTable(head, rows('develops')),
  }
  return formattedPage(
    DEPENDENCY_PAGE,
    text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => parts[name] ?? ''),
  )
}

if (import.meta.main) {
  if (process.argv.includes('--ask')) {
    const before: DependencyFacts = JSON.parse(readFileSync(DEPENDENCY_FACTS, 'utf8'))
    const isKnown = ({ name, version }: { name: string; version: string }) => before.packages[name]?.version === version
    const isEvery = process.argv.includes('all')
    const entries = directPackages().map((each) => {
      const known = before.packages[each.name]
      return [each.name, known && isKnown(each) && !isEvery ? known : ask(each.name, each.version)] as const
    })
    const askedOn = isEvery ? new Date().toISOString().slice(0, 10) : before.askedOn
    writeFileSync(DEPENDENCY_FACTS, `${JSON.stringify({ askedOn, packages: Object.fromEntries(entries) }, null, 2)}\n`)
  }
  writeFileSync(DEPENDENCY_PAGE, await dependencyPage())
}
