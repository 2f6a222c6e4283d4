import { parseArgs } from 'node:util'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { realCore } from '../tests/simulation/cores.ts'
import { MUTANTS } from '../tests/simulation/mutants.ts'
import { plantMutant } from '../tests/simulation/plant-mutant.ts'
import { brokenWorld, firstBrokenWorld, type BrokenWorld } from '../tests/simulation/run-worlds.ts'

const THREADS = 2
const MUTANT_SEEDS = 1000

type Share = { from: number; count: number }

/** Runs many seeded simulations of the payment core and audits each. A failed one prints its events and can be replayed. */
async function simulate(count: number, from: number): Promise<boolean> {
  const began = performance.now()
  const shares = Array.from({ length: THREADS }, (_, thread): Share => ({
    from: from + Math.floor((count / THREADS) * thread),
    count: Math.ceil(count / THREADS),
  }))
  const broken = (await Promise.all(shares.map(runInThread))).find((world) => world !== null)
  const seconds = (performance.now() - began) / 1000
  if (broken) print(broken)
  else
    process.stdout.write(
      `${count} worlds from seed ${from}, every invariant held (${seconds.toFixed(0)} s, ${Math.round(count / seconds)} worlds a second)\n`,
    )
  return !broken
}

const SEEDS_A_DAY = 1_000_000

/** New seeds every day, the same all day: replay a failed one by its seed, a whole run by `--from`. */
function seedOfTheDay(): number {
  return Math.floor(Date.now() / 86_400_000) * SEEDS_A_DAY
}

function runInThread(share: Share): Promise<BrokenWorld | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

function print({ seed, problems, story }: BrokenWorld): void {
  process.stdout.write(
    `${story}\n\nseed ${seed} broke:\n${problems.map((problem) => `  ${problem}\n`).join('')}Replay: npm run simulate -- --seed ${seed}\n`,
  )
}

async function replay(seed: number): Promise<boolean> {
  const broken = await brokenWorld(realCore, seed)
  if (broken) print(broken)
  else process.stdout.write(`seed ${seed}: every invariant held\n`)
  return !broken
}

/** An unchanged copy of the core: its failure would be mistaken for every planted bug. */
const NO_BUG = { name: 'nothing planted', file: 'pay-order.ts', find: 'export', replace: 'export' }

/** Each planted bug must be found. */
async function hunt(): Promise<boolean> {
  const control = await firstBrokenWorld(await plantMutant(NO_BUG, MUTANTS.length), { from: 1, count: MUTANT_SEEDS })
  if (control) print(control)
  let isEachFound = control === null
  for (const [position, mutant] of MUTANTS.entries()) {
    const broken = await firstBrokenWorld(await plantMutant(mutant, position), { from: 1, count: MUTANT_SEEDS })
    process.stdout.write(
      `${broken ? `found at seed ${String(broken.seed).padStart(3)}` : 'NOT FOUND        '}  ${mutant.name}${broken ? `: ${broken.problems[0]?.slice(0, 70)}` : ''}\n`,
    )
    isEachFound &&= broken !== null
  }
  return isEachFound
}

if (isMainThread) {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '20000' },
      from: { type: 'string', default: '1' },
      daily: { type: 'boolean' },
      seed: { type: 'string' },
      mutants: { type: 'boolean' },
    },
  })
  const ok = values.mutants
    ? await hunt()
    : values.seed
      ? await replay(Number(values.seed))
      : await simulate(Number(values.seeds), values.daily ? seedOfTheDay() : Number(values.from))
  process.exit(ok ? 0 : 1)
} else {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
  parentPort?.postMessage(await firstBrokenWorld(realCore, workerData as Share))
}
