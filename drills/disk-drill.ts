import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createDrillWorld, type DrillWorld } from './drill-world.ts'
import { airtimeFor } from './payments.ts'
import { runDrill } from './run-drill.ts'
import type { DrillResult } from './report.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { aVisitor } from './visitor.ts'

type Chance = () => number

const FULL_DEVICE = '/dev/full'
/** A new cluster takes about 60 MB; its first WAL segment is large enough for the whole drill. */
const DATA_DISK_MB = 150
const FULL_FOR_MS = 10_000
const PAUSE_BETWEEN_TRIES_MS = 100

/** F37 for the log: every log write fails with a full disk, and the portal continues. */
export async function fillLogDisk(chance: Chance): Promise<DrillResult> {
  if (!existsSync(FULL_DEVICE)) return skipped(`log disk: this system has no ${FULL_DEVICE}`)
  const world = await createDrillWorld({ env: { LOG_LEVEL: 'info' }, logTo: FULL_DEVICE })
  try {
    return await runDrill(world, {
      drill: 'disk',
      what: 'log disk full from the start (F37)',
      traffic: { chance },
      hurt: () => pause(6_000),
    })
  } finally {
    await world.close()
  }
}

/** F37 for the data: PostgreSQL has no space for new rows. Purchases are refused before a charge, pages continue, and all resumes automatically. */
export async function fillDataDisk(chance: Chance): Promise<DrillResult> {
  const disk = await mountSmallDisk(DATA_DISK_MB)
  if (!disk) return skipped('data disk: a file system of its own takes root')
  try {
    const world = await createDrillWorld({ dataFolder: disk.folder })
    try {
      return await runDrill(world, {
        drill: 'disk',
        what: `data disk full for ${FULL_FOR_MS / 1000} s (F37)`,
        traffic: { chance },
        hurt: ({ complain }) => whileFull(world, disk, complain),
      })
    } finally {
      await world.close()
    }
  } finally {
    await disk.remove()
  }
}

async function whileFull(world: DrillWorld, disk: SmallDisk, complain: (problem: string) => void): Promise<void> {
  await pause(2_000)
  await disk.fill()
  const statuses = new Set<string>()
  const until = performance.now() + FULL_FOR_MS
  while (performance.now() < until) {
    for (const status of await answersOf(world.portalUrl)) statuses.add(status)
    await pause(PAUSE_BETWEEN_TRIES_MS)
  }
  await disk.makeRoom()
  const wrong = [...statuses].filter((status) => !/^(200|503)/.test(status) || status === '503 to page')
  if (wrong.length > 0) complain(`without room for data the portal answered ${wrong.join(', ')}`)
  if (!statuses.has('503 to purchase')) complain('no purchase was refused: the disk was not full')
  await pause(3_000)
}

async function answersOf(portalUrl: string): Promise<string[]> {
  const visitor = aVisitor({ portalUrl })
  const bought = await visitor.call('POST', '/transaction/v1/purchase', airtimeFor('90000001'))
  const page = await fetch(`${portalUrl}/prepaid-recharge`)
  return [`${bought.status} to purchase`, `${page.status} to page`]
}

function skipped(why: string): DrillResult {
  return { drill: 'disk', what: `skipped: ${why}`, problems: [], seconds: 0 }
}
