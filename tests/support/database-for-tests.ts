import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/database/migrations.ts'
import { startPrivatePostgres } from '#server/postgres/private-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated template database without connections: every test file gets a copy of it. */
    templateUrl: string
  }
}

/** One real PostgreSQL for the whole run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-tests-'))
  const postgres = await startPrivatePostgres({ folder, isDisposable: true })
  await migrate(postgres.databaseUrl)
  project.provide('templateUrl', postgres.databaseUrl)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
