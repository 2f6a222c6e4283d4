import { availableParallelism, totalmem } from 'node:os'
import { buildWhenNeeded } from '../scripts/build-when-needed.ts'
import { abusePortal } from './abuse-drill.ts'
import { turnPortalClock } from './clock-drill.ts'
import { killRounds, killSandbox, releasePortal, stallPortal, starvePortal } from './crash-drills.ts'
import { floodEndpoint } from './flood-drill.ts'
import { freezeDatabase, killDatabase, lockOrders } from './database-drills.ts'
import { fillDataDisk, fillLogDisk } from './disk-drill.ts'
import { readDrillOptions, type DrillOptions } from './drill-options.ts'
import { createDrillWorld, type DrillWorld } from './drill-world.ts'
import { failOver } from './failover-drill.ts'
import { METHODS_OF_SIMULATOR, faultySimulator, leapClock } from './fault-drills.ts'
import { fuzzPortal } from './fuzz.ts'
import { loadPortal } from './load.ts'
import { killReplicas } from './replica-drill.ts'
import { drillStory, drillTable, ok, type DrillResult } from './report.ts'
import { upgradePortal } from './upgrade-drill.ts'
import { restoreDatabase, restoreVersionBefore } from './restore-drill.ts'
import { seededChance } from '../scripts/seeded-chance.ts'

type Chance = () => number

/** The two with the costliest errors. */
const SHORT_FAULTS = ['loses answers', 'talks garbage'] as const

type NamedDrill = { name: string; isInShort: boolean; run: () => Promise<DrillResult> | AsyncGenerator<DrillResult> }

/** Drills that share one environment, in sequence, with an audit after each. */
function drillsOfOneWorld(
  world: DrillWorld,
  { rounds, simulators, fuzzRequests, seed, isShort }: DrillOptions,
  chance: Chance,
): NamedDrill[] {
  return [
    { name: 'kill', isInShort: true, run: () => killRounds(world, chance, rounds) },
    { name: 'stop', isInShort: false, run: () => stallPortal(world, chance) },
    { name: 'release', isInShort: false, run: () => releasePortal(world, chance, Math.min(rounds, 5)) },
    { name: 'starve', isInShort: false, run: () => starvePortal(world, chance) },
    { name: 'database', isInShort: false, run: () => killDatabase(world, chance) },
    { name: 'database', isInShort: false, run: () => freezeDatabase(world, chance) },
    { name: 'database', isInShort: false, run: () => lockOrders(world, chance) },
    ...simulators.map((face) => ({
      name: 'upstream',
      isInShort: true,
      run: () => faultySimulator(world, chance, { face, ...(isShort && { faults: SHORT_FAULTS }) }),
    })),
    { name: 'sandbox', isInShort: false, run: () => killSandbox(world, chance) },
    { name: 'clock', isInShort: false, run: () => leapClock(world, chance) },
    { name: 'fuzz', isInShort: true, run: () => fuzzPortal(world, { seed, requests: fuzzRequests }) },
  ]
}

/** Drills that need a separate environment. */
function drillsOfOwnWorld(options: DrillOptions, chance: Chance): NamedDrill[] {
  const { rounds, scenes, replicaRounds, loadSeconds, crowdSeconds, from, storedPayments } = options
  const load = (times: number, seconds: number) => withWorld((world) => loadPortal(world, chance, { seconds, times }))
  return [
    { name: 'replicas', isInShort: true, run: () => killReplicas(chance, replicaRounds) },
    { name: 'failover', isInShort: false, run: () => failOver(chance, { rounds, scenes }) },
    { name: 'restore', isInShort: false, run: () => restoreDatabase(chance, storedPayments) },
    { name: 'restore', isInShort: false, run: () => restoreVersionBefore(chance, from) },
    { name: 'upgrade', isInShort: false, run: () => upgradePortal(chance, from) },
    { name: 'clock', isInShort: false, run: () => turnPortalClock(chance) },
    { name: 'flood', isInShort: false, run: () => withWorld((world) => floodEndpoint(world, chance)) },
    { name: 'abuse', isInShort: false, run: () => withWorld((world) => abusePortal(world, chance, { crowdSeconds })) },
    { name: 'disk', isInShort: false, run: () => fillLogDisk(chance) },
    { name: 'disk', isInShort: false, run: () => fillDataDisk(chance) },
    { name: 'load', isInShort: false, run: () => load(1, loadSeconds) },
    { name: 'load', isInShort: false, run: () => load(5, Math.min(loadSeconds, 60)) },
  ]
}

async function* resultsOf({ run }: NamedDrill): AsyncGenerator<DrillResult> {
  const running = run()
  if (Symbol.asyncIterator in running) yield* running
  else yield await running
}

async function withWorld<Value>(work: (world: DrillWorld) => Promise<Value>): Promise<Value> {
  const world = await createDrillWorld()
  try {
    return await work(world)
  } finally {
    await world.close()
  }
}

async function main(): Promise<boolean> {
  const options = readDrillOptions(process.argv.slice(2), Object.keys(METHODS_OF_SIMULATOR))
  const { chance } = seededChance(options.seed)
  const results: DrillResult[] = []
  const isWanted = ({ name, isInShort }: NamedDrill) => (options.only ? options.only.includes(name) : isInShort || !options.isShort)
  async function runAll(drills: NamedDrill[]): Promise<void> {
    for (const drill of drills) {
      for await (const result of resultsOf(drill)) {
        results.push(result)
        process.stdout.write(`${drillStory(result)}\n`)
      }
    }
  }

  buildWhenNeeded()
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0)
  process.stdout.write(`Drill with seed ${options.seed}, ${availableParallelism()} cores, ${gigabytes} GB\n`)
  const ownWorldNames = new Set(drillsOfOwnWorld(options, chance).map(({ name }) => name))
  const isWorldWanted = !options.only?.every((name) => ownWorldNames.has(name))
  if (isWorldWanted) await withWorld((world) => runAll(drillsOfOneWorld(world, options, chance).filter(isWanted)))
  await runAll(drillsOfOwnWorld(options, chance).filter(isWanted))
  process.stdout.write(`\n${drillTable(results)}\n`)
  return results.length > 0 && results.every(ok)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const isWell = await main()
process.exit(isWell ? 0 : 1)
