import { globSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TarEntry } from './tar.ts'

type Locked = { packages: Record<string, { version?: string; dev?: true; optional?: true; devOptional?: true }> }

/** Runtime files and operator files: no tests, no sandbox, no build tools. */
const OWN = [
  'bin/guichet',
  'build/{browser,console,offline,pages}/**/*',
  'content/**/*',
  'deploy/**/*',
  'migrations/**/*',
  'operators/**/*',
  'src/**/*',
  'docs/{operations,settings,drill,limits,scale,statistics,ussd}.md',
  'CHANGELOG.md',
  'LICENSE',
  'NOTICE',
  'package.json',
]
const NOT_RUN = [
  '**/*.test.{ts,tsx}',
  'src/**/testing/**',
  'src/composition/development-pages.ts',
  'deploy/{portal.env,database-password.txt,certificates}',
]
const NODE = 'node_modules/node'
const PROGRAMS = /^(?:bin\/guichet|deploy\/.*\.sh|node_modules\/node\/bin\/node)$/
/** Types, maps, documents and tests are development files; licences are included. */
const FOR_WRITING = /\.d\.[cm]?ts$|\.map$|(?<!licen[cs]e|notice)\.md$|\.test\.\w+$|\/(?:tests?|__tests__)\//i

/** All files of a release by their path; production dependencies as listed in package-lock.json. */
export function releaseFiles(root: string): TarEntry[] {
  const read = (path: string, from = path) => ({ path, bytes: readFileSync(join(root, from)), isProgram: PROGRAMS.test(path) })
  const own = filesIn(root, OWN, NOT_RUN).map((path) => read(path))
  const packages = productionPackages(root).filter((folder) => folder !== NODE)
  const foreign = packages.flatMap((folder) => filesIn(root, [`${folder}/**/*`], [`${folder}/node_modules`])).filter(isForRunning)
  const [licence] = globSync(`${NODE}/node_modules/node-*/LICENSE`, { cwd: root })
  if (!licence) throw new Error(`the licence of Node is missing below ${NODE}: npm ci brings it`)
  const node = [read(`${NODE}/package.json`), read(`${NODE}/bin/node`), read(`${NODE}/LICENSE`, licence)]
  return [...own, ...foreign.map((path) => read(path)), ...node]
}

/** Optional packages contain the embedded PostgreSQL; production has its own. */
function productionPackages(root: string): string[] {
  const { packages }: Locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([folder, { dev, optional, devOptional }]) => folder !== '' && !dev && !optional && !devOptional)
    .map(([folder, { version }]) => {
      const installed: { version?: string } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
      if (installed.version !== version)
        throw new Error(`${folder} is ${installed.version}, package-lock.json says ${version}: npm ci cures it`)
      return folder
    })
}

function isForRunning(path: string): boolean {
  return !FOR_WRITING.test(path) && !path.startsWith('node_modules/@types/')
}

function filesIn(root: string, patterns: string[], without: string[]): string[] {
  const found = globSync(patterns, { cwd: root, exclude: without }).filter((path) => !lstatSync(join(root, path)).isDirectory())
  const links = found.filter((path) => lstatSync(join(root, path)).isSymbolicLink())
  if (links.length > 0) throw new Error(`a release holds no links: ${links.join(', ')}`)
  return found
}
