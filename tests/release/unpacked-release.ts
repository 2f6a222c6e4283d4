import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'

const READY_TIMEOUT_MS = 60_000
/** The ids of the unprivileged account on every common Linux. */
const NOBODY = { uid: 65_534, gid: 65_534 }

export type Operator = {
  run(program: string, ...args: string[]): Promise<{ status: number | null; stdout: string; stderr: string }>
  start(
    program: string,
    portalUrl: string,
  ): Promise<{ child: ChildProcess; /** What it wrote so far. */ said(): string; stop(): Promise<void> }>
}

const MAKE_CERTIFICATES = join(import.meta.dirname, '../../deploy/make-certificates.sh')

/**
 * A way by TCP and TLS to a server whose socket lies in a folder that only its own account can enter, with a certificate of
 * deploy/make-certificates.sh, as PostgreSQL begins TLS: the client asks in eight bytes, and one letter says yes.
 */
export async function reachByTls(databaseUrl: string, port: number, folder: string): Promise<{ url: string; close(): void }> {
  execFileSync('sh', [MAKE_CERTIFICATES, folder, 'db1=127.0.0.1'], { stdio: 'pipe' })
  chmodSync(folder, 0o755)
  const [key, cert] = ['db1.key', 'db1.crt'].map((name) => readFileSync(join(folder, name)))
  const url = new URL(databaseUrl)
  const socket = join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const server = createServer((near) => {
    near.on('error', () => {})
    near.once('data', () => {
      near.write('S')
      const secure = new TLSSocket(near, { isServer: true, key, cert })
      const far = connect(socket)
      secure.pipe(far).pipe(secure)
      for (const one of [secure, far]) one.on('error', () => [secure, far].forEach((each) => each.destroy()))
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  url.host = `localhost:${port}`
  url.search = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(join(folder, 'ca.crt'))}`
  return { url: url.href, close: () => server.close() }
}

/** The archive in a folder that its user cannot write to. */
export function unpack(archive: string, into: string): string {
  mkdirSync(into, { recursive: true })
  const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', into, '--strip-components=1'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  if (process.getuid?.() !== 0) spawnSync('chmod', ['-R', 'a-w', into])
  return realpathSync(into)
}

/**
 * An account that owns nothing of the release, without a home, without npm, and with three programs of the system only. Tests that are not
 * run by root stay their own user in a folder without write permission.
 */
export function anOperator(folder: string, settings: Record<string, string>): Operator {
  const programs = join(folder, 'programs')
  mkdirSync(programs, { recursive: true })
  for (const name of ['sh', 'readlink', 'dirname'])
    symlinkSync(spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim(), join(programs, name))
  const home = join(folder, 'empty-home')
  mkdirSync(home)
  chmodSync(home, 0o555)
  const account = process.getuid?.() === 0 ? NOBODY : {}
  const options = { ...account, cwd: '/', env: { PATH: programs, HOME: home, ...settings } }
  return {
    async run(program, ...args) {
      const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
      if (child.exitCode === null) await once(child, 'exit')
      return { status: child.exitCode, stdout, stderr }
    },
    async start(program, portalUrl) {
      const child = spawn(program, ['start'], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
      const said: string[] = []
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (words: string) => said.push(words))
      await untilReady(portalUrl, child, said)
      return {
        child,
        said: () => said.join(''),
        async stop() {
          if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
        },
      }
    },
  }
}

async function untilReady(portalUrl: string, child: ChildProcess, said: string[]): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS
  const isReady = () => fetch(`${portalUrl}/readyz`).then(({ ok }) => ok)
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`the portal is not ready:\n${said.join('')}`)
    await pause(100)
  }
}
