import { execFile } from 'node:child_process'
import { access, appendFile, chown, mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { binariesEnvironment, findPostgresBinaries } from '#server/postgres/postgres-binaries.ts'
import { startPrivatePostgres } from '#server/postgres/private-postgres.ts'
import { runningServer } from '#server/postgres/postgres-processes.ts'

const runFile = promisify(execFile)

/** In production a minute: here nobody wants to wait for it. */
const ARCHIVE_SECONDS = 2
const ARCHIVE_PATIENCE_MS = 60_000

export type ArchivedPostgres = {
  folder: string
  databaseUrl: string
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>
  /** Bytes of journal that were ever written. */
  journalBytes(): Promise<number>
  /** A copy of everything, taken while people pay. */
  backUp(): Promise<{ bytes: number; seconds: number }>
  /** Waits until the journal of this moment is in the archive, as a disk that dies later cannot take it away. */
  untilArchived(moment: Date): Promise<void>
  /** The machine and its disk are gone; backup and archive were elsewhere. */
  destroy(): Promise<void>
  restoreTo(moment: Date): Promise<{ seconds: number }>
  remove(): Promise<void>
}

type Place = { folder: string; cluster: string; archive: string; backup: string; databaseUrl: string; owner: { uid: number; gid: number } }

/** A private PostgreSQL whose journal is archived (docs/operations.md), or null where its own backup program is not installed. */
export async function startArchivedPostgres(fill: (databaseUrl: string) => Promise<void>): Promise<ArchivedPostgres | null> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'guichet-restore-')))
  let server = await startPrivatePostgres({ folder })
  const { databaseUrl } = server
  const cluster = join(folder, 'postgres')
  const place: Place = {
    folder,
    cluster,
    archive: join(folder, 'archive'),
    backup: join(folder, 'backup'),
    databaseUrl,
    owner: await stat(cluster),
  }
  const remove = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const program = await findBackupProgram(folder)
  if (!program) {
    await remove()
    return null
  }
  // What the archive is not for is stored before it begins.
  await fill(databaseUrl)
  await turnArchivingOn(place)
  await server.stop()
  server = await startPrivatePostgres({ folder })
  const query: ArchivedPostgres['query'] = (sql) => ask(databaseUrl, sql)
  return {
    folder,
    databaseUrl,
    query,
    remove,
    async journalBytes() {
      // Without what fills up a piece that is archived before its time.
      const [row] = await query<{ bytes: number }>('select wal_bytes::float8 as bytes from pg_stat_wal')
      return row?.bytes ?? 0
    },
    async backUp() {
      const began = performance.now()
      await runFile(program.file, ['--dbname', databaseUrl, '--pgdata', place.backup, '--checkpoint=fast', '--wal-method=stream'], program)
      return { bytes: await sizeOf(place.backup), seconds: (performance.now() - began) / 1000 }
    },
    untilArchived: (moment) => untilArchived(query, moment),
    async destroy() {
      const pid = runningServer(cluster)?.pid
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
      while (runningServer(cluster)) await pause(20)
      await rm(cluster, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
    async restoreTo(moment) {
      const began = performance.now()
      await layOut(place, moment)
      server = await startPrivatePostgres({ folder })
      return { seconds: (performance.now() - began) / 1000 }
    },
  }
}

async function findBackupProgram(folder: string): Promise<{ file: string; env: Record<string, string> } | null> {
  const binaries = await findPostgresBinaries({ source: undefined, majorVersion: null, linksFolder: join(folder, 'libraries') })
  const file = join(binaries.folder, 'pg_basebackup')
  return access(file).then(
    () => ({ file, env: binariesEnvironment(binaries) }),
    () => null,
  )
}

async function turnArchivingOn({ archive, owner, databaseUrl }: Place): Promise<void> {
  await mkdir(archive)
  await chown(archive, owner.uid, owner.gid)
  for (const [name, value] of [
    ['archive_mode', 'on'],
    ['archive_command', `test ! -f ${archive}/%f && cp %p ${archive}/%f`],
    ['archive_timeout', String(ARCHIVE_SECONDS)],
    // Whoever connects meets the restored state, not one on the way there.
    ['hot_standby', 'off'],
  ])
    await ask(databaseUrl, `alter system set ${name} = '${value}'`)
}

/** A piece of the journal that was begun after the moment is in the archive: all before it is too. */
async function untilArchived(query: ArchivedPostgres['query'], moment: Date): Promise<void> {
  const deadline = performance.now() + ARCHIVE_PATIENCE_MS
  const after = `timestamptz '${moment.toISOString()}' + interval '${ARCHIVE_SECONDS * 2} seconds'`
  while ((await query(`select from pg_stat_archiver where last_archived_time > ${after}`)).length === 0) {
    if (performance.now() > deadline) throw new Error('the journal was not archived')
    await pause(100)
  }
}

/** The backup in the place of what was lost, with word where its journal is and where to stop. */
async function layOut({ cluster, backup, archive, owner }: Place, moment: Date): Promise<void> {
  await runFile('cp', ['-a', backup, cluster])
  // PostgreSQL reads this before it knows time zones by name: a Z would be one.
  const target = moment.toISOString().replace('T', ' ').replace('Z', '+00')
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${target}'\nrecovery_target_action = 'promote'\n`,
  )
  await writeFile(join(cluster, 'recovery.signal'), '')
  await runFile('chown', ['-R', `${owner.uid}:${owner.gid}`, cluster])
}

async function ask<Row extends pg.QueryResultRow>(databaseUrl: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  return client.query<Row>(sql).then(
    async ({ rows }) => {
      await client.end()
      return rows
    },
    async (error: unknown) => {
      await client.end()
      throw error
    },
  )
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries.filter((entry) => entry.isFile()).map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
