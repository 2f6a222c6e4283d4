import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { get } from 'node:https'
import { join } from 'node:path'
import type { Account } from './daemon.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const ASK_TIMEOUT_MS = 1_000

export type ClusterSecrets = {
  /** The environment of deploy/patroni.env.example. */
  patroniEnv: Record<string, string>
  /** A server at this port of loopback, as the portal would name it. */
  databaseUrl(role: 'guichet' | 'postgres', port: number, database?: string): string
  /** The certificate of the authority. */
  authority: string
  /** Certificates of one machine as its programs look for them. */
  handOut(name: string, folder: string, account: Account): void
  /** Whether a program of the cluster responds with success to a TLS request with a client certificate. */
  isOk(url: string): Promise<boolean>
}

/** What deploy/make-certificates.sh and an administrator make, for machines that are all on loopback. */
export function makeClusterSecrets(folder: string, names: readonly string[]): ClusterSecrets {
  const made = join(folder, 'certificates')
  execFileSync('sh', [join(DEPLOY, 'make-certificates.sh'), made, ...names.map((name) => `${name}=127.0.0.1`)], { stdio: 'pipe' })
  const passwords = {
    PATRONI_SUPERUSER_PASSWORD: randomBytes(12).toString('hex'),
    PATRONI_REPLICATION_PASSWORD: randomBytes(12).toString('hex'),
    PATRONI_REWIND_PASSWORD: randomBytes(12).toString('hex'),
    GUICHET_DATABASE_PASSWORD: randomBytes(12).toString('hex'),
  }
  const authority = join(folder, 'database-ca.crt')
  copyFileSync(join(made, 'ca.crt'), authority)
  const read = (name: string) => readFileSync(join(made, name))
  const tls = { ca: read('ca.crt'), cert: read(`${names[0]}.crt`), key: read(`${names[0]}.key`) }
  return {
    patroniEnv: passwords,
    authority,
    databaseUrl(role, port, database = 'guichet') {
      const password = role === 'guichet' ? passwords.GUICHET_DATABASE_PASSWORD : passwords.PATRONI_SUPERUSER_PASSWORD
      return `postgresql://${role}:${password}@localhost:${port}/${database}?sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`
    },
    handOut(name, to, account) {
      mkdirSync(to, { mode: 0o700 })
      for (const [from, file] of [
        ['ca.crt', 'ca.crt'],
        [`${name}.crt`, 'node.crt'],
        [`${name}.key`, 'node.key'],
      ] as const) {
        copyFileSync(join(made, from), join(to, file))
        chmodSync(join(to, file), 0o600)
        if ('uid' in account) chownSync(join(to, file), account.uid, account.gid)
      }
      if ('uid' in account) chownSync(to, account.uid, account.gid)
    },
    isOk: (url) =>
      new Promise((resolve) => {
        const asking = get(
          url,
          { ...tls, agent: false, timeout: ASK_TIMEOUT_MS, signal: AbortSignal.timeout(ASK_TIMEOUT_MS) },
          (answer) => {
            answer.resume()
            resolve(answer.statusCode === 200)
          },
        )
        asking.on('error', () => resolve(false))
      }),
  }
}
