import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { installCluster } from '../scripts/test-machine.ts'
import { findClusterPrograms } from './cluster/cluster-programs.ts'
import { createFailoverWorld, type FailoverWorld } from './cluster/failover-world.ts'
import { describeProbe, probeAvailability, secondsToNextPurchase, tryPurchase } from './cluster/availability-probe.ts'
import type { PatroniNode } from './cluster/patroni-node.ts'
import { runDrill, type Drill, type Hurt } from './run-drill.ts'
import type { DrillResult } from './report.ts'

type Chance = () => number
type Scene = Omit<Drill, 'traffic' | 'hurt'> & { hurt: (world: FailoverWorld, hurt: Hurt) => Promise<void> }

export type FailoverOptions = { rounds: number; scenes: readonly string[] | null }

const PAYMENTS_A_SECOND = 10
const GOAL_SECONDS = 10
/** Longer than the heartbeat limit and Patroni's detection time. */
const NOTICED_MS = 6_000

/**
 * Q: the database machine fails in every way. Three PostgreSQL under Patroni with a synchronous standby, two replicas of the portal,
 * ten payments a second, then the audit.
 */
export async function* failOver(chance: Chance, { rounds, scenes }: FailoverOptions): AsyncGenerator<DrillResult> {
  installCluster()
  const programs = findClusterPrograms()
  if (!programs) {
    yield {
      drill: 'failover',
      what: 'skipped: PostgreSQL, Patroni, etcd or HAProxy is missing, and only root installs them',
      problems: [],
      seconds: 0,
    }
    return
  }
  const world = await createFailoverWorld(programs)
  const pids = world.replicas.map((replica) => replica.pid())
  try {
    for (const scene of scenesOf(rounds).filter(({ name }) => scenes?.includes(name) ?? true)) {
      const result = await playScene(world, chance, scene)
      const isSame = world.replicas.every((replica, at) => replica.isRunning() && replica.pid() === pids[at])
      yield isSame ? result : { ...result, problems: [...result.problems, 'a replica ended'] }
    }
  } finally {
    await world.close()
  }
}

type NamedScene = Scene & { name: string }

function scenesOf(rounds: number): NamedScene[] {
  return [
    killed(rounds),
    { name: 'frozen', drill: 'failover', what: 'primary stopped, and woken when its successor rules (HA-2)', hurt: freezePrimary },
    { name: 'cut', drill: 'failover', what: 'network of the primary cut (HA-2)', hurt: cutPrimary },
    { name: 'standby', drill: 'failover', what: 'synchronous standby killed (HA-2)', hurt: killStandby },
    { name: 'alone', drill: 'failover', what: 'both standbys gone (HA-3)', hurt: leavePrimaryAlone },
    { name: 'planned', drill: 'failover', what: 'planned switchover, three times (HA-2)', hurt: switchOver },
    { name: 'etcd', drill: 'failover', what: 'etcd gone for a minute (HA-2)', hurt: loseEtcd },
    { name: 'cancel', drill: 'failover', what: 'commits called off while they wait, then the primary killed (HA-1)', hurt: callOffCommits },
  ]
}

async function playScene(world: FailoverWorld, chance: Chance, { drill, what, hurt }: Scene): Promise<DrillResult> {
  return runDrill(world, {
    drill,
    what,
    traffic: { chance, payments: 100_000, perSecond: PAYMENTS_A_SECOND },
    async hurt(tools) {
      await world.cluster.untilWhole()
      const onlookers = probeAvailability(world.portalUrl)
      await pause(2_000)
      await hurt(world, tools).catch((error: unknown) => {
        tools.complain([String(error), ...world.cluster.lastWords()].join('\n      '))
      })
      await world.cluster.untilWhole()
      await pause(2_000)
      const looks = await onlookers.end()
      tools.note(describeProbe(looks))
      for (const [what, times] of Object.entries({ ...looks.pages.failures, ...looks.status.failures }))
        tools.complain(`${times} times ${what}`)
    },
  })
}

function killed(rounds: number): NamedScene {
  return {
    name: 'kill',
    drill: 'failover',
    what: `primary and its Patroni killed by -9, ${rounds} times (HA-2)`,
    async hurt({ cluster, portalUrl }, { complain, note, look }) {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const victim = await cluster.untilWhole()
        await pause(1_000)
        victim.signal('SIGKILL')
        times.push(await secondsToNextPurchase(portalUrl))
        victim.start()
        await look()
      }
      const sorted = times.toSorted((one, other) => one - other)
      const p95 = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? 0
      const { ttlSeconds, loopSeconds } = cluster.timing
      note(
        `writes back after ${describe(sorted[Math.floor(sorted.length / 2)])} in the median, p95 ${describe(p95)}, worst ${describe(sorted.at(-1))} (ttl ${ttlSeconds} s, loop ${loopSeconds} s)`,
      )
      if (p95 > GOAL_SECONDS) complain(`writes came back after ${describe(p95)} (p95), the goal is ${GOAL_SECONDS} s`)
    },
  }
}

const describe = (seconds: number | undefined) => `${(seconds ?? 0).toFixed(1)} s`

async function freezePrimary({ cluster, portalUrl }: FailoverWorld, { complain, note }: Hurt): Promise<void> {
  const old = await cluster.untilPrimary()
  old.signal('SIGSTOP')
  note(`writes back after ${describe(await secondsToNextPurchase(portalUrl))}`)
  await cluster.untilPrimary((node) => node !== old)
  old.signal('SIGCONT')
  if (await takesWrites(old)) complain('the deposed primary took a write')
}

async function cutPrimary({ cluster, portalUrl }: FailoverWorld, { complain, note }: Hurt): Promise<void> {
  const old = await cluster.untilPrimary()
  cluster.cutOff(old)
  try {
    const isFooled = takesWrites(old)
    note(`writes back after ${describe(await secondsToNextPurchase(portalUrl))}`)
    if (await isFooled) complain('the primary without a network took a write')
    await cluster.untilPrimary((node) => node !== old)
    if (await takesWrites(old)) complain('the deposed primary took a write')
  } finally {
    cluster.mendNetwork()
  }
}

async function killStandby({ cluster, portalUrl }: FailoverWorld, { note }: Hurt): Promise<void> {
  for (const standby of await cluster.standbys()) {
    standby.signal('SIGKILL')
    note(`${standby.name}: purchases went on after ${describe(await secondsToNextPurchase(portalUrl))}`)
    await pause(3_000)
    standby.start()
    await cluster.untilWhole()
  }
}

async function leavePrimaryAlone({ cluster, portalUrl, replicaUrls }: FailoverWorld, { complain, note }: Hurt): Promise<void> {
  const standbys = await cluster.standbys()
  for (const standby of standbys) standby.signal('SIGKILL')
  await pause(NOTICED_MS)
  const began = performance.now()
  const replies = await Promise.all(Array.from({ length: 20 }, () => tryPurchase(portalUrl)))
  const seconds = (performance.now() - began) / 1000
  const isRefused = (status: number | undefined, body: unknown) =>
    status === 503 && typeof (body as { message?: unknown }).message === 'string'
  const wrong = replies.filter((reply) => !isRefused(reply?.status, reply?.body))
  if (wrong.length > 0)
    complain(`${wrong.length} of ${replies.length} purchases were not refused in words: ${wrong[0]?.status ?? 'no answer'}`)
  if (seconds > 3) complain(`20 purchases were refused only after ${describe(seconds)}`)
  for (const url of replicaUrls) {
    const ready = await (await fetch(`${url}/readyz`)).text()
    if (!ready.includes('"writes":"refused"')) complain(`/readyz says ${ready} although nothing can be written`)
  }
  const looks = probeAvailability(portalUrl)
  await pause(10_000)
  const { pages, status } = await looks.end()
  if (pages.refusedWithText + status.refusedWithText > 0)
    complain(`without standbys ${pages.refusedWithText} pages and ${status.refusedWithText} looks at a payment were refused`)
  for (const standby of standbys) standby.start()
  note(
    `20 purchases refused within ${describe(seconds)}; taken again ${describe(await secondsToNextPurchase(portalUrl))} after the standbys' start`,
  )
}

async function switchOver({ cluster, portalUrl }: FailoverWorld, { note }: Hurt): Promise<void> {
  for (let times = 0; times < 3; times += 1) {
    await cluster.untilWhole()
    const began = performance.now()
    const [gap] = await Promise.all([
      longestGap(portalUrl, () => cluster.untilWhole().then(() => performance.now() - began > 3_000)),
      cluster.switchOver(),
    ])
    note(`no purchase for ${describe(gap)}`)
  }
}

/** The longest gap between two accepted purchases. */
async function longestGap(portalUrl: string, isOver: () => Promise<boolean>): Promise<number> {
  let longest = 0
  do longest = Math.max(longest, await secondsToNextPurchase(portalUrl))
  while (!(await isOver()))
  return longest
}

async function loseEtcd({ cluster, portalUrl }: FailoverWorld, { note }: Hurt): Promise<void> {
  cluster.etcd.signal('SIGKILL')
  const until = performance.now() + 60_000
  note(`no purchase for ${describe(await longestGap(portalUrl, async () => performance.now() > until))} at most`)
  cluster.etcd.start()
}

/** Standbys stop, so that every commit waits; waiting commits are cancelled; then the primary is killed. */
async function callOffCommits({ cluster, portalUrl }: FailoverWorld, { note }: Hurt): Promise<void> {
  let calledOff = 0
  for (let times = 0; times < 5; times += 1) {
    const primary = await cluster.untilWhole()
    const standbys = await cluster.standbys()
    for (const standby of standbys) standby.signal('SIGSTOP')
    for (let tries = 0; tries < 8; tries += 1) {
      await pause(200)
      calledOff += await callOffWaiting(primary)
    }
    primary.signal('SIGKILL')
    for (const standby of standbys) standby.signal('SIGCONT')
    await secondsToNextPurchase(portalUrl)
    primary.start()
  }
  note(`${calledOff} commits called off`)
}

async function callOffWaiting({ ownUrl }: PatroniNode): Promise<number> {
  return withNode(ownUrl, async (client) => {
    const { rowCount } = await client.query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
    return rowCount ?? 0
  })
}

/** Whether this server acknowledges a write. One that waits three seconds for a standby has not. */
async function takesWrites({ ownUrl }: PatroniNode): Promise<boolean> {
  return withNode(ownUrl, async (client) => {
    await client.query('create table if not exists drill_of_a_deposed_primary (at timestamptz)')
    await client.query('insert into drill_of_a_deposed_primary values (now())')
    return true
  }).catch(() => false)
}

async function withNode<Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 3_000 })
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end().catch(() => {}))
}
