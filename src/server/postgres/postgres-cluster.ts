import { execFile } from 'node:child_process'
import { mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { commandFor, giveTo, type ServerAccount } from './postgres-account.ts'
import { binariesEnvironment, type PostgresBinaries } from './postgres-binaries.ts'
import { hasCode, lastLines, messageOf } from './postgres-problems.ts'
import { processMark } from './postgres-processes.ts'

const runFile = promisify(execFile)

export const SUPERUSER = 'guichet'

/** macOS before 15 has no C.UTF-8; its nearest is plain order with the character classes of UTF-8. */
const LOCALES = [['--locale=C.UTF-8'], ['--locale=C', '--lc-ctype=UTF-8']] as const

/** Null when there is no cluster yet. */
export async function clusterMajorVersion(cluster: string): Promise<number | null> {
  try {
    return Number.parseInt(await readFile(join(cluster, 'PG_VERSION'), 'utf8'), 10)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
  const entries = await readdir(cluster).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  })
  if (entries.length > 0) throw new Error(`${cluster} holds files but no PostgreSQL cluster: move them away or choose another folder.`)
  return null
}

/**
 * Made beside and renamed, so `cluster` is whole or absent whatever dies on the way. Of several starters the first rename wins,
 * and the others throw their own work away.
 */
export async function makeCluster({ cluster, binaries, account }: { cluster: string; binaries: PostgresBinaries; account: ServerAccount }) {
  const folder = dirname(cluster)
  await sweepUnfinished(folder)
  const unfinished = await mkdtemp(join(folder, `${UNFINISHED_PREFIX}${process.pid}-`))
  try {
    await giveTo(account, unfinished)
    await runInitdb({ folder: unfinished, binaries, account })
    await rename(unfinished, cluster)
    await syncFolder(folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error
  }
}

const UNFINISHED_PREFIX = 'postgres.new-'

async function sweepUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(UNFINISHED_PREFIX)) continue
    const maker = Number.parseInt(name.slice(UNFINISHED_PREFIX.length), 10)
    // An initdb whose starter was killed may still be writing there for a moment, hence the retries.
    if (processMark(maker) === null) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Trust, because the socket's folder already lets in nobody but the server's own account (and root). */
async function runInitdb({
  folder,
  binaries,
  account,
}: {
  folder: string
  binaries: PostgresBinaries
  account: ServerAccount
}): Promise<void> {
  const initdb = [join(binaries.folder, 'initdb'), '-D', folder, `--username=${SUPERUSER}`, '--auth=trust', '--encoding=UTF8']
  let problem = ''
  for (const locale of LOCALES) {
    const { file, rest } = commandFor(account, [...initdb, '--no-instructions', ...locale])
    try {
      await runFile(file, rest, { ...account.spawnAs, cwd: '/', env: binariesEnvironment(binaries) })
      return
    } catch (error) {
      problem ||= initdbProblem(error)
      if (!problem.includes('locale')) break
    }
  }
  throw new Error(`initdb of PostgreSQL ${binaries.majorVersion} (${binaries.folder}) failed: ${problem}`)
}

function initdbProblem(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  return lastLines(output) || messageOf(error)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
