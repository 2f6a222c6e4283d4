import { execFile } from 'node:child_process'
import { access, appendFile, chown, mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { BINARIES_ENVIRONMENT, findPostgresBinaries } from '#server/postgres/postgres-binaries.ts'
import { startPrivatePostgres } from '#server/postgres/private-postgres.ts'
import { runningServer } from '#server/postgres/postgres-processes.ts'

const runFile = promisify(execFile)

/** A minute in production; shorter here. */
const ARCHIVE_SECONDS = 2
const ARCHIVE_PATIENCE_MS = 60_000

export type ArchivedPostgres = {
  folder: string
  databaseUrl: string
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>
  /** Bytes of WAL written so far. */
  journalBytes(): Promise<number>
  /** A base backup, taken during payments. */
  backUp(): Promise<{ bytes: number; seconds: number }>
  /** Waits until the WAL of this moment is archived. */
  untilArchived(moment: Date): Promise<void>
  /** Machine and disk are lost; backup and archive are elsewhere. */
  destroy(): Promise<void>
  restoreTo(moment: Date): Promise<{ seconds: number }>
  remove(): Promise<void>
}

type Place = { folder: string; cluster: string; archive: string; backup: string; databaseUrl: string; owner: { uid: number; gid: number } }

/** A private PostgreSQL with archived WAL (docs/handbook/backup.md), or null without pg_basebackup. */
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
  const program = await findBackupProgram()
  if (!program) {
    await remove()
    return null
  }
  // Initial data is stored before archiving starts.
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
      // Without the padding of an early archived segment.
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

async function findBackupProgram(): Promise<{ file: string; env: Record<string, string> } | null> {
  const binaries = await findPostgresBinaries({ majorVersion: null })
  const file = join(binaries.folder, 'pg_basebackup')
  return access(file).then(
    () => ({ file, env: BINARIES_ENVIRONMENT }),
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
    // Connections see the restored state, not an intermediate one.
    ['hot_standby', 'off'],
  ])
    await ask(databaseUrl, `alter system set ${name} = '${value}'`)
}

/** A WAL segment started after this moment is archived, so all earlier ones are too. */
async function untilArchived(query: ArchivedPostgres['query'], moment: Date): Promise<void> {
  const deadline = performance.now() + ARCHIVE_PATIENCE_MS
  const after = `timestamptz '${moment.toISOString()}' + interval '${ARCHIVE_SECONDS * 2} seconds'`
  while ((await query(`select from pg_stat_archiver where last_archived_time > ${after}`)).length === 0) {
    if (performance.now() > deadline) throw new Error('the journal was not archived')
    await pause(100)
  }
}

/** The backup with recovery settings: WAL archive and target time. */
async function layOut({ cluster, backup, archive, owner }: Place, moment: Date): Promise<void> {
  await runFile('cp', ['-a', backup, cluster])
  // PostgreSQL reads this before loading named time zones; a Z would be one.
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
