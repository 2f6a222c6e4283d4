import { setTimeout as pause } from 'node:timers/promises'
import { createPayerActions } from './payer-actions.ts'
import { isAnswered, type Program } from './program.ts'
import type { DrillResult } from './report.ts'
import { findMissingOrders } from './portal-tables.ts'
import { auditNow, settleAndAudit, type AuditedPlace } from './settle-and-audit.ts'
import { makeTraffic, type TrafficOptions } from './traffic.ts'

/** The system under test: portal, ledger and sandbox. */
export type HurtPlace = AuditedPlace & { portalUrl: string; portal: Pick<Program, 'complaints'> }

export type Hurt = {
  /** Records failures other than ledger differences. */
  complain: (problem: string) => void
  /** Adds a figure to what is reported. */
  note: (figure: string) => void
  /** Checks the invariants during the drill. */
  look: () => Promise<void>
}

export type Drill = {
  drill: string
  what: string
  traffic: Partial<TrafficOptions> & { chance: () => number }
  /** What is done to the product while people pay. The traffic goes on until it is over, and for its count of payments at least. */
  hurt: (hurt: Hurt) => Promise<void>
}

const AT_ONCE = 6
const RECOVERY_MS = 30_000

/** Injects a fault during payments, then accounts for every franc. */
export async function runDrill(world: HurtPlace, { drill, what, traffic, hurt }: Drill): Promise<DrillResult> {
  const began = performance.now()
  const problems: string[] = []
  let isOver = false
  const paying = makeTraffic({
    portalUrl: world.portalUrl,
    payerActions: createPayerActions(world.sandboxUrl),
    payments: 500,
    atOnce: AT_ONCE,
    isOver: () => isOver,
    ...traffic,
  })
  const notes: string[] = []
  const complain = (problem: string) => problems.push(problem)
  const note = (figure: string) => notes.push(figure)
  const look = async () => {
    const { differences } = await auditNow(world)
    for (const { kind, reference, detail } of differences) complain(`${kind} ${reference}: ${detail}`)
  }
  await hurt({ complain, note, look }).catch((error: unknown) => complain(String(error)))
  isOver = true
  const count = await paying
  if (!(await isBack(world))) complain(`the portal does not answer any more:\n${world.portal.complaints().slice(-25).join('\n')}`)
  const audit = await settleAndAudit(world).catch((error: unknown) => void complain(`the records could not be read: ${String(error)}`))
  const forgotten = await findMissingOrders(world.databaseUrl, count.acknowledged).catch((error: unknown) => [String(error)])
  for (const id of forgotten) complain(`the portal lost the transaction ${id} that it had shown to a customer`)
  const seconds = (performance.now() - began) / 1000
  return { drill, what: [what, ...notes].join('; '), traffic: count, ...(audit && { audit }), problems, seconds }
}

export async function isBack({ portalUrl }: Pick<HurtPlace, 'portalUrl'>): Promise<boolean> {
  const deadline = performance.now() + RECOVERY_MS
  while (performance.now() < deadline) {
    if (await isAnswered(`${portalUrl}/readyz`)) return true
    await pause(200)
  }
  return false
}
