import { buildWhenNeeded } from './build-when-needed.ts'
import { killDatabase, killRounds, killSandbox, stallPortal } from './drill/crash-drills.ts'
import { openDrillWorld, type DrillWorld } from './drill/drill-world.ts'
import { FACES, faultyFace, leapClock } from './drill/fault-drills.ts'
import { killReplicas } from './drill/replica-drill.ts'
import { drillStory, drillTable, isGood, type DrillResult } from './drill/report.ts'
import { readDrillOptions, type DrillOptions } from './drill/drill-options.ts'
import { seededChance } from './seeded-chance.ts'

const results: DrillResult[] = []

function tell(result: DrillResult): void {
  results.push(result)
  process.stdout.write(`${drillStory(result)}\n`)
}

/** Everything that is done to one world, one drill after the other; the books of all of them are held together each time. */
async function drillOneWorld(world: DrillWorld, { rounds, faces, isShort, only }: DrillOptions, chance: () => number): Promise<void> {
  const drills: [name: string, isInShort: boolean, run: () => Promise<DrillResult>][] = [
    ['kill', true, () => killRounds(world, chance, rounds)],
    ['stop', false, () => stallPortal(world, chance)],
    ['database', false, () => killDatabase(world, chance)],
    ...faces.map((face): [string, boolean, () => Promise<DrillResult>] => ['upstream', true, () => faultyFace(world, chance, face)]),
    ['sandbox', false, () => killSandbox(world, chance)],
    ['clock', false, () => leapClock(world, chance)],
  ]
  for (const [name, isInShort, run] of drills) {
    const isWanted = only ? only.includes(name) : isInShort || !isShort
    if (isWanted) tell(await run())
  }
}

async function main(): Promise<boolean> {
  const options = readDrillOptions(process.argv.slice(2), Object.keys(FACES))
  const { chance } = seededChance(options.seed)
  buildWhenNeeded()
  process.stdout.write(`Drill with seed ${options.seed}\n`)
  const world = await openDrillWorld()
  try {
    await drillOneWorld(world, options, chance)
  } finally {
    await world.close()
  }
  if (!options.only || options.only.includes('replicas')) tell(await killReplicas(chance, options.replicaRounds))
  process.stdout.write(`\n${drillTable(results)}\n`)
  return results.every(isGood)
}

const isWell = await main()
process.exit(isWell ? 0 : 1)
