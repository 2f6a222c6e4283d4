import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startPrivatePostgres } from '#server/postgres/private-postgres.ts'
import { freePorts } from '../tests/support/free-ports.ts'
import { aPortal, createDrillWorld, type DrillWorld } from './drill-world.ts'
import { aWalker, nothingNoticed, type Noticed, type Walker } from './page-walkers.ts'
import type { Program } from './program.ts'
import { runDrill, type Hurt } from './run-drill.ts'
import type { DrillResult } from './report.ts'
import { startSwitchingProxy, type Manner, type SwitchingProxy } from './switching-proxy.ts'
import { buildVersionBefore, type VersionBefore } from './version-before.ts'
import type { Listener } from './visitor.ts'

const PHASE_MS = 8_000
const WALKERS = 4
/** The portal's response during shutdown or load shedding; clients retry. */
const DOCUMENTED = 503

type Replica = { port: number; program: Program }
type Replicas = Record<'oldOne' | 'oldTwo' | 'newOne' | 'newTwo', Replica>
type Phase = { name: string; calls: number; refused: number; longestMs: number; noticed: Noticed }

/** F43: the version before and this one on one database while people pay, in both directions, and back again. */
export async function upgradePortal(chance: () => number, from: string | null): Promise<DrillResult> {
  const before = buildVersionBefore(from)
  if (before.kind === 'skipped') return { drill: 'upgrade', what: `skipped: ${before.why}`, problems: [], seconds: 0 }
  const dataFolder = await realpath(await mkdtemp(join(tmpdir(), 'guichet-upgrade-')))
  const postgres = await startPrivatePostgres({ folder: dataFolder })
  const [proxyPort = 0, ...ports] = await freePorts(9)
  const publicUrl = `http://localhost:${proxyPort}`
  const proxy = await startSwitchingProxy(proxyPort)
  const env = { DATABASE_URL: postgres.databaseUrl, DRAIN_SECONDS: '2' }
  proxy.targets = [ports[0] ?? 0]
  const world = await createDrillWorld({ publicUrl, port: ports[0] ?? 0, dataFolder, env, root: before.root })
  const replica = (name: string, place: number, root?: string): Replica => {
    const port = ports[place] ?? 0
    const common = { SANDBOX_PORT: new URL(world.sandboxUrl).port, GUICHET_DATA: dataFolder, LOG_LEVEL: 'error', ...env }
    return { port, program: aPortal(name, { port, adminPort: ports[place + 4] ?? 0, publicUrl, env: common, root }) }
  }
  const replicas: Replicas = {
    oldOne: { port: ports[0] ?? 0, program: world.portal },
    oldTwo: replica('second of the version before', 1, before.root),
    newOne: replica('first of the new version', 2),
    newTwo: replica('second of the new version', 3),
  }
  try {
    return await walkThrough({ world, proxy, replicas, before, chance })
  } finally {
    for (const { program } of Object.values(replicas)) await program.stop()
    await world.close()
    proxy.close()
    await postgres.stop()
    await rm(dataFolder, { recursive: true, force: true })
    before.remove()
  }
}

type Stage = { world: DrillWorld; proxy: SwitchingProxy; replicas: Replicas; before: VersionBefore; chance: () => number }

async function walkThrough(stage: Stage): Promise<DrillResult> {
  const { world, before, chance } = stage
  const phases: Phase[] = []
  const statuses = new Set<string>()
  const listener: Listener = ({ status, path, milliseconds }) => {
    const phase = phases.at(-1)
    if (!phase) return
    phase.calls += 1
    phase.longestMs = Math.max(phase.longestMs, milliseconds)
    if (status === DOCUMENTED) phase.refused += 1
    else if (status >= 500) statuses.add(`${status} to ${path} while ${phase.name}`)
  }
  const result = await runDrill(world, {
    drill: 'upgrade',
    what: `from ${before.commit} to this version and back, two replicas (F43)`,
    traffic: { chance, listener, payments: 5_000 },
    hurt: (hurt) => upgradeAndBack(stage, phases, hurt),
  })
  process.stdout.write(`${phases.map(phaseLine).join('\n')}\n`)
  return { ...result, problems: [...result.problems, ...statuses, ...troublesOf(phases)] }
}

async function upgradeAndBack({ world, proxy, replicas, before }: Stage, phases: Phase[], { look, note }: Hurt): Promise<void> {
  const { oldOne, oldTwo, newOne, newTwo } = replicas
  const walkers = Array.from({ length: WALKERS }, () => aWalker(world.portalUrl))
  const live = async (name: string, among: Replica[], { manner = 'in-turn', act }: { manner?: Manner; act?: () => Promise<void> } = {}) => {
    const phase: Phase = { name, calls: 0, refused: 0, longestMs: 0, noticed: nothingNoticed() }
    phases.push(phase)
    proxy.manner = manner
    proxy.targets = among.map(({ port }) => port)
    const end = performance.now() + PHASE_MS
    const acting = act?.()
    await Promise.all([acting, ...walkers.map((walker) => walkUntil(walker, end, phase.noticed))])
    await look()
  }
  await oldTwo.program.start()
  await live('the version before, twice', [oldOne, oldTwo])
  const known = await migrationsOf(world.databaseUrl)
  await live('the new version starts and migrates', [oldOne, oldTwo], { act: () => newOne.program.start() })
  const added = (await migrationsOf(world.databaseUrl)).filter((name) => !known.includes(name))
  await live('one of each, in turn', [oldOne, newOne], { act: () => oldTwo.program.stop() })
  await live('one of each, visitors kept together', [oldOne, newOne], { manner: 'kept-together' })
  const open = await openPages(world.portalUrl, proxy, oldOne)
  const later = nothingNoticed()
  await live('the version before ends', [newOne, newTwo, oldOne], {
    act: async () => {
      await newTwo.program.start()
      await oldOne.program.stop()
      proxy.targets = [newOne.port, newTwo.port]
      for (const walker of open) await walker.fetchFiles(later)
    },
  })
  await live('the new version, twice', [newOne, newTwo])
  const forget = before.isStrict ? added : []
  await forgetMigrations(world.databaseUrl, forget)
  await oldOne.program.start()
  await live('back: one of each, visitors kept together', [oldOne, newOne], { manner: 'kept-together', act: () => newTwo.program.stop() })
  await oldTwo.program.start()
  await live('back: the version before on the new tables', [oldOne, oldTwo], { act: () => newOne.program.stop() })
  note(`${added.length} migrations`)
  note(`pages that stood open found ${later.files - later.missingFiles} of ${later.files} of their files`)
  if (forget.length > 0) note('the version before had to be told nothing of them')
}

/** Pages of the version before that still stand open when it ends. */
async function openPages(portalUrl: string, proxy: SwitchingProxy, { port }: Replica): Promise<Walker[]> {
  proxy.targets = [port]
  const walkers = Array.from({ length: WALKERS }, () => aWalker(portalUrl))
  for (const walker of walkers) await walker.walk(nothingNoticed())
  return walkers
}

async function walkUntil(walker: Walker, end: number, noticed: Noticed): Promise<void> {
  while (performance.now() < end) {
    await walker.walk(noticed)
    await pause(200)
  }
}

async function migrationsOf(databaseUrl: string): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
    return rows.map(({ name }) => name)
  })
}

/** docs/handbook/upgrade.md: what is done before versions of before 2026-11-18 start again. */
async function forgetMigrations(databaseUrl: string, names: readonly string[]): Promise<void> {
  await withClient(databaseUrl, (client) => client.query('delete from kysely_migration where name = any($1)', [names]))
}

async function withClient<Value>(databaseUrl: string, ask: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return ask(client).finally(() => client.end())
}

function phaseLine({ name, calls, refused, longestMs, noticed }: Phase): string {
  const { walks, files, missingFiles, lostAnswers, refusedSeals, lostDrafts } = noticed
  return `      ${name}: ${calls} calls, ${refused} asked to come again, longest ${(longestMs / 1000).toFixed(1)} s; ${walks} walks: ${missingFiles} of ${files} files missing, ${lostAnswers} answers lost, ${refusedSeals} seals refused, ${lostDrafts} drafts lost`
}

/** One version may get files and responses of the other, as docs/handbook/upgrade.md describes. Any other failure is a problem. */
function troublesOf(phases: readonly Phase[]): string[] {
  return phases.flatMap(({ name, noticed }) => {
    const { missingFiles, lostAnswers, refusedSeals, lostDrafts, troubles } = noticed
    const isMixed = name.includes('in turn') || name.includes('ends')
    return [
      ...new Set(troubles.map((trouble) => `${name}: ${trouble}`)),
      ...(refusedSeals > 0 ? [`${name}: ${refusedSeals} sealed numbers were refused`] : []),
      ...(lostDrafts > 0 ? [`${name}: ${lostDrafts} drafts were lost`] : []),
      ...(missingFiles + lostAnswers > 0 && !isMixed ? [`${name}: ${missingFiles} files and ${lostAnswers} answers were missing`] : []),
    ]
  })
}
