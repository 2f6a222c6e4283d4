import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { buildWhenNeeded } from './build-when-needed.ts'
import { readInventory } from '../src/commands/script-inventory.ts'
import { bomOf, componentsOf, licenceList } from './release/components.ts'
import { releaseFiles } from './release/release-files.ts'
import { tarOf, type TarEntry } from './release/tar.ts'

const COMMIT_LENGTH = 12

type Origin = { commit: string; committedAt: number }

/** One archive that runs without installing anything: `guichet-<version>-<commit>.tar.gz`. The same commit gives the same bytes. */
function main(): void {
  const { values } = parseArgs({
    options: { out: { type: 'string', default: 'build/release' }, commit: { type: 'string' }, time: { type: 'string' } },
  })
  const root = resolve(import.meta.dirname, '..')
  process.chdir(root)
  const origin = values.commit ? { commit: values.commit, committedAt: Number(values.time ?? 0) } : originOfCheckout()
  buildWhenNeeded()
  const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))
  const name = `guichet-${version}-${origin.commit}`
  const shelf = shelfOf(root, { version, origin })
  const notes = [...notesOf(version, origin), ...shelf.map(([path, text]) => ({ path, bytes: Buffer.from(text), isProgram: false }))]
  const files = [...releaseFiles(root), ...notes].map((file) => ({ ...file, path: `${name}/${file.path}` }))
  const archive = gzipSync(Buffer.concat([...tarOf(files, origin.committedAt)]))
  mkdirSync(values.out, { recursive: true })
  const path = join(values.out, `${name}.tar.gz`)
  const sum = createHash('sha256').update(archive).digest('hex')
  writeFileSync(path, archive)
  writeFileSync(`${path}.sha256`, `${sum}  ${name}.tar.gz\n`)
  for (const [file, text] of shelf) writeFileSync(join(values.out, `${name}.${file}`), text)
  process.stdout.write(`${path}\n${files.length} files, ${(archive.length / 1e6).toFixed(1)} MB, sha256 ${sum}\n`)
}

/** Committed files only: otherwise two archives of one name would differ. */
function originOfCheckout(): Origin {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const changes = git('status', '--porcelain')
  if (changes) {
    process.stderr.write(`A release is made of what is committed. Commit or remove first:\n${changes}\n`)
    process.exit(1)
  }
  const [commit = '', seconds = ''] = git('log', '-1', '--format=%H %ct').split(' ')
  return { commit: commit.slice(0, COMMIT_LENGTH), committedAt: Number(seconds) }
}

/** Package metadata of the archive and its default mode: it contains no sandbox. */
function notesOf(version: string, { commit }: Origin): TarEntry[] {
  const note = { version, commit, platform: `${process.platform}-${process.arch}`, node: process.version }
  return [
    { path: 'release.json', bytes: Buffer.from(`${JSON.stringify(note, null, 2)}\n`), isProgram: false },
    { path: 'release.env', bytes: Buffer.from('GUICHET_MODE=production\n'), isProgram: false },
  ]
}

/** Component list, licences and scripts of the payment pages: in the archive, and beside it for those who do not unpack it. */
function shelfOf(root: string, release: { version: string; origin: Origin }): [string, string][] {
  const components = componentsOf(root)
  return [
    ['bom.cdx.json', bomOf(components, release)],
    ['licences.md', licenceList(components)],
    ['payment-scripts.json', `${JSON.stringify(readInventory(root), null, 2)}\n`],
  ]
}

main()
