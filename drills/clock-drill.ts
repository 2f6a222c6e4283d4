import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createDrillWorld, type DrillWorld } from './drill-world.ts'
import { isAnswered } from './program.ts'
import type { DrillResult } from './report.ts'
import { runDrill, type Hurt } from './run-drill.ts'

const TURNS = [
  ['a quarter of an hour ahead', String(15 * 60_000)],
  ['two hours behind', String(-120 * 60_000)],
  ['a year ahead', String(365 * 24 * 3_600_000)],
  ['frozen', 'frozen'],
] as const

/** A frozen clock differs by half a minute only after half a minute. */
const NOTICED_WITHIN_MS = 45_000
const BACK_WITHIN_MS = 15_000

/** F57, I15: the clock of the portal's machine is wrong during payments. The database's time decides, the portal reports it and resumes automatically. */
export async function turnPortalClock(chance: () => number): Promise<DrillResult> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-clock-'))
  const file = join(folder, 'turn')
  const turn = (by: string) => writeFileSync(file, by)
  turn('0')
  const preload = pathToFileURL(join(import.meta.dirname, 'turnable-clock.ts')).href
  const world = await createDrillWorld({ env: { NODE_OPTIONS: `--import ${preload}`, DRILL_CLOCK_FILE: file } })
  try {
    return await runDrill(world, {
      drill: 'portal clock',
      what: `the portal's machine: ${TURNS.map(([name]) => name).join(', ')} (F57)`,
      traffic: { chance, atOnce: 3 },
      async hurt(hurt) {
        for (const [name, by] of TURNS) {
          turn(by)
          await until(world, { isReady: false, withinMs: NOTICED_WITHIN_MS, name, hurt })
          await pause(4_000)
          turn('0')
          await until(world, { isReady: true, withinMs: BACK_WITHIN_MS, name, hurt })
        }
        await pause(2_000)
      },
    })
  } finally {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Wish = { isReady: boolean; withinMs: number; name: string; hurt: Hurt }

async function until({ portalUrl }: DrillWorld, { isReady, withinMs, name, hurt }: Wish): Promise<void> {
  const deadline = performance.now() + withinMs
  while ((await isAnswered(`${portalUrl}/readyz`)) !== isReady) {
    if (performance.now() > deadline) {
      hurt.complain(`${name}: /readyz does not say ${isReady ? 'ready again' : 'that the clock is wrong'}`)
      return
    }
    await pause(200)
  }
}
