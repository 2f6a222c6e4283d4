import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const STAMP = 'build/built-from.txt'
const SOURCES = [
  'src/**/*.{ts,tsx,css,json}',
  'public/**/*',
  'package-lock.json',
  'scripts/{build-pages,class-names,compress-assets,property-names}.ts',
]

/** Sources of the pages; tests and the server half are not bundled. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { exclude: ['src/**/*.test.{ts,tsx}', 'src/server/**', 'src/operator/**', 'src/payment-connectors/**'] })
  for (const file of files.toSorted()) {
    if (/\.[a-z]+$/.test(file)) hash.update(file).update('\0').update(readFileSync(file))
  }
  return hash.digest('hex')
}

export function buildWhenNeeded(): void {
  const wanted = fingerprint()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return
  process.stdout.write('Building the pages ...\n')
  // An interrupted build does not count.
  rmSync(STAMP, { force: true })
  run('node', 'scripts/build-pages.ts')
  writeFileSync(STAMP, wanted)
}

function run(command: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status === 0) return
  process.stderr.write(`${stdout}\n${stderr}\nThe pages could not be built.\n`)
  process.exit(1)
}

if (import.meta.main) buildWhenNeeded()
