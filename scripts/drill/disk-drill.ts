import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openDrillWorld } from './drill-world.ts'
import { runDrill } from './run-drill.ts'
import type { DrillResult } from './report.ts'

const FULL_DEVICE = '/dev/full'

/**
 * F37 for the log: every line the portal writes fails for want of space, and it goes on. The data disk cannot be filled without a small
 * file system of its own, which takes root: that part is left to the operator's staging machine, and the table says so.
 */
export async function fillDisk(chance: () => number): Promise<DrillResult> {
  if (!existsSync(FULL_DEVICE)) return { drill: 'disk', what: `skipped: this system has no ${FULL_DEVICE}`, problems: [], seconds: 0 }
  const world = await openDrillWorld({ env: { LOG_LEVEL: 'info' }, logTo: FULL_DEVICE })
  try {
    return await runDrill(world, {
      drill: 'disk',
      what: 'log disk full from the start (data disk skipped: needs a file system of its own)',
      traffic: { chance },
      hurt: () => pause(6_000),
    })
  } finally {
    await world.close()
  }
}
