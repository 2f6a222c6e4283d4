import { readFileSync, writeFileSync } from 'node:fs'
import { formattedPage } from './formatted-page.ts'
import { markdownTable } from './markdown-table.ts'

export const HANDBOOK = 'docs/handbook'

/** Programs of the handbook besides our own, and the file that runs them; null for those that nothing here runs. */
export const PROGRAMS: Readonly<Record<string, string | null>> = {
  'apt-get': null,
  cat: null,
  chown: null,
  cp: 'drills/fresh-debian.sh',
  createdb: 'drills/fresh-debian.sh',
  docker: null,
  grep: null,
  install: 'tests/architecture/handbook.test.ts',
  'kc.sh': null,
  kubectl: null,
  ln: 'tests/architecture/handbook.test.ts',
  mkdir: 'tests/architecture/handbook.test.ts',
  mv: 'tests/architecture/handbook.test.ts',
  nginx: 'tests/architecture/nginx.test.ts',
  node: 'tests/release/unpacked-release.ts',
  npm: 'tests/release/release.test.ts',
  patronictl: 'drills/cluster/cluster-programs.ts',
  pg_basebackup: 'drills/archived-postgres.ts',
  pg_dump: 'scripts/backup-and-restore.test.ts',
  pg_restore: 'scripts/backup-and-restore.test.ts',
  runuser: 'drills/fresh-debian.sh',
  sed: 'drills/fresh-debian.sh',
  sh: 'tests/release/unpacked-release.ts',
  sha256sum: 'tests/architecture/handbook.test.ts',
  sleep: null,
  systemctl: 'drills/fresh-debian.sh',
  tar: 'tests/architecture/handbook.test.ts',
  touch: null,
}

const BEGIN = '<!-- programs: written by node scripts/write-handbook-programs.ts -->'
const END = '<!-- programs: end -->'

export async function handbookIndex(): Promise<string> {
  const path = `${HANDBOOK}/README.md`
  const page = readFileSync(path, 'utf8')
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin === -1 || end < begin) throw new Error(`${path} has no place for the programs: ${BEGIN} … ${END}`)
  const files = [...new Set(Object.values(PROGRAMS).filter((file) => file !== null))].toSorted()
  const of = (wanted: string | null) =>
    Object.entries(PROGRAMS)
      .filter(([, file]) => file === wanted)
      .map(([program]) => `\`${program}\``)
      .join(', ')
  const table = markdownTable(
    ['programs', 'run by'],
    [...files.map((file) => [of(file), `\`${file}\``]), [of(null), 'no test: the lines are parsed only']],
  )
  return formattedPage(path, `${page.slice(0, begin)}${BEGIN}\n\n${table}\n\n${page.slice(end)}`)
}

if (import.meta.main) writeFileSync(`${HANDBOOK}/README.md`, await handbookIndex())
