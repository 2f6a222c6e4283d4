import { setTimeout as pause } from 'node:timers/promises'
import { API_PREFIX } from '#calls/addresses.ts'
import type { DrillWorld } from './drill-world.ts'
import { control } from './fault-drills.ts'
import { memoryOf } from './fuzz.ts'
import { figuresOf, type LoadFigures } from './load.ts'
import { createPayerActions } from './payer-actions.ts'
import { makePayment } from './payments.ts'
import { storedWebhooks, ageEarlyWebhooks } from './portal-tables.ts'
import type { DrillResult } from './report.ts'
import { runDrill } from './run-drill.ts'
import { openSilentConnections, sendSlowBodies, sendUnread } from './slow-callers.ts'
import { newErrand } from './traffic.ts'
import { aVisitor, Refusal, type Listener } from './visitor.ts'

const SLOW_BODIES = 130
const WAITING_PAYMENTS = 150
const GATEWAY_DELAY_MS = 10_000
const PAYMENT_EVERY_MS = 40
const SILENT_CONNECTIONS = 5_000
const UNREAD = { connections: 600, requests: 200 }
const UNREAD_CUT_WITHIN_MS = 10_000
/** In addition to the portal's memory before. */
const MAX_UNREAD_MB = 400
const WEBHOOKS = 300
const WEBHOOK_BYTES = [240_000, 60_000] as const
const QUIET_MS = 5_000
const VIEW_EVERY_MS = 50
/** Faults row 15, with a page view every second. */
const CUT_WITHIN_MS = 15_000

const PAGES = ['/', '/prepaid-recharge', '/gethelp', '/data-bundle'] as const
type Seen = Parameters<Listener>[0]
type Honest = LoadFigures & { what: string; unanswered: number }

/** F60, F61, 77, abuse 90: slow and silent connections, floods of webhooks, and a gateway that takes ten seconds. Honest visitors are served meanwhile. */
export async function floodEndpoint(world: DrillWorld, chance: () => number): Promise<DrillResult> {
  const figures: string[] = []
  const result = await runDrill(world, {
    drill: 'flood',
    what: '',
    traffic: { chance, atOnce: 2 },
    async hurt({ complain, look }) {
      const transactionId = await aTransaction(world, chance)
      const note = (honest: Honest) => {
        figures.push(describe(honest))
        for (const problem of problemsOf(honest)) complain(problem)
      }
      const meanwhile = (what: string, work: Promise<string>) => watchHonest(world, { what, transactionId, until: work }).then(note)
      await meanwhile('no load', pause(QUIET_MS, 'for comparison'))
      await meanwhile(`${SLOW_BODIES} slow bodies`, slowBodies(world, complain))
      await meanwhile(`${WAITING_PAYMENTS} payments at a slow gateway`, slowGateway(world, chance))
      await look()
      await meanwhile(`${SILENT_CONNECTIONS} silent connections`, silentConnections(world, complain))
      await meanwhile(`${UNREAD.connections} connections with ${UNREAD.requests} unread requests`, unreadAnswers(world, complain))
      await meanwhile(`${WEBHOOKS * WEBHOOK_BYTES.length} unsigned webhooks`, forgedWebhooks(world, complain))
    },
  })
  return { ...result, what: figures.join('; ') }
}

async function aTransaction(world: DrillWorld, chance: () => number): Promise<string> {
  return makePayment(aVisitor(world), createPayerActions(world.sandboxUrl), { ...newErrand('paystack', chance), outcome: 'leaves' })
}

/** Independent visitors who open a page or a payment's state throughout. */
async function watchHonest(
  world: DrillWorld,
  { what, transactionId, until }: { what: string; transactionId: string; until: Promise<string> },
): Promise<Honest> {
  const seen: Seen[] = []
  let unanswered = 0
  const visits: Promise<unknown>[] = []
  const visit = (turn: number) => {
    const visitor = aVisitor({ ...world, listener: (answer) => seen.push(answer) })
    const page = PAGES[turn % (PAGES.length + 1)]
    return page ? visitor.page(page) : visitor.call('GET', `/transaction/v1/status?tid=${transactionId}`)
  }
  let turn = 0
  const timer = setInterval(() => {
    visits.push(visit(turn).catch(() => (unanswered += 1)))
    turn += 1
  }, VIEW_EVERY_MS)
  const outcome = await until.finally(() => clearInterval(timer))
  await Promise.all(visits)
  return { ...figuresOf(seen), what: `${what} (${outcome})`, unanswered }
}

function problemsOf({ what, shed, errors, unanswered }: Honest): string[] {
  const problems = Object.entries(errors).map(([error, times]) => `${what}: ${times} times ${error}`)
  if (shed > 0) problems.push(`${what}: ${shed} honest requests were turned away`)
  if (unanswered > 0) problems.push(`${what}: ${unanswered} honest requests were not answered`)
  return problems
}

function describe({ what, answers, shed, unanswered, api, html }: Honest): string {
  const times = `page p95 ${html.p95.toFixed(0)} ms, status p95 ${api.p95.toFixed(0)} ms`
  return `${what}: ${answers - shed} of ${answers + unanswered} served, ${times}`
}

async function slowBodies(world: DrillWorld, complain: (problem: string) => void): Promise<string> {
  const callers = await sendSlowBodies(world.portalUrl, SLOW_BODIES)
  const milliseconds = await callers.allCut(2 * CUT_WITHIN_MS)
  const ends = callers.ends()
  callers.leave()
  const outcome = `${JSON.stringify(ends)} after ${(milliseconds / 1000).toFixed(0)} s`
  if (milliseconds > CUT_WITHIN_MS || ends['408'] !== SLOW_BODIES) complain(`slow bodies: ${outcome}`)
  return outcome
}

/** Payments start one after the other and then wait together. Most visitors pay afterwards, and the auditor checks every payment. */
async function slowGateway(world: DrillWorld, chance: () => number): Promise<string> {
  await control(world, 'POST', '/control/faults', { face: 'dpo', operation: 'createToken', do: { delayMs: GATEWAY_DELAY_MS } })
  const payerActions = createPayerActions(world.sandboxUrl)
  const payments: Promise<string>[] = []
  try {
    for (let each = 0; each < WAITING_PAYMENTS; each += 1) {
      const errand = { ...newErrand('dpo', chance), pressesTwice: false }
      const payment = makePayment(aVisitor(world), payerActions, errand)
      payments.push(payment.then(() => 'begun').catch((error: unknown) => (error instanceof Refusal ? error.message : 'not answered')))
      await pause(PAYMENT_EVERY_MS)
    }
    const ends = Object.groupBy(await Promise.all(payments), (end) => end)
    return Object.entries(ends)
      .map(([end, all]) => `${all?.length} ${end}`)
      .join(', ')
  } finally {
    await control(world, 'DELETE', '/control/faults')
  }
}

async function silentConnections(world: DrillWorld, complain: (problem: string) => void): Promise<string> {
  const callers = await openSilentConnections(world.portalUrl, SILENT_CONNECTIONS)
  const milliseconds = await callers.allCut(2 * CUT_WITHIN_MS)
  const ends = callers.ends()
  callers.leave()
  const outcome = `${JSON.stringify(ends)} after ${(milliseconds / 1000).toFixed(0)} s`
  if (ends['open']) complain(`silent connections: ${outcome}`)
  return outcome
}

/** Uncut connections would get a response and stay open once they read. */
async function unreadAnswers(world: DrillWorld, complain: (problem: string) => void): Promise<string> {
  const before = await memoryOf(world)
  const callers = await sendUnread(world.portalUrl, UNREAD)
  const looking = watchMemory(world)
  await callers.allCut(UNREAD_CUT_WITHIN_MS)
  const { open = 0 } = callers.ends()
  callers.leave()
  const grown = Math.round((await looking.most()) - before.resident)
  const outcome = `${UNREAD.connections - open} cut within ${UNREAD_CUT_WITHIN_MS / 1000} s, ${grown} MB more at most`
  if (open > 0 || grown > MAX_UNREAD_MB) complain(`unread answers: ${outcome}`)
  return outcome
}

function watchMemory(world: DrillWorld): { most(): Promise<number> } {
  let most = 0
  const look = async () => (most = Math.max(most, (await memoryOf(world)).resident))
  const timer = setInterval(() => void look().catch(() => {}), 500)
  return {
    async most() {
      clearInterval(timer)
      await look()
      return most
    },
  }
}

/** Each has different content about an unknown payment. */
async function forgedWebhooks(world: DrillWorld, complain: (problem: string) => void): Promise<string> {
  const before = await storedWebhooks(world.databaseUrl)
  for (const bytes of WEBHOOK_BYTES) await Promise.all(Array.from({ length: WEBHOOKS }, (_, each) => sendForgedWebhook(world, each, bytes)))
  const after = await storedWebhooks(world.databaseUrl)
  await ageEarlyWebhooks(world.databaseUrl)
  const outcome = `${after.rows - before.rows} stored, ${after.bytes - before.bytes} bytes`
  if (after.bytes - before.bytes > MAX_STORED_BYTES) complain(`unsigned notices: ${outcome}`)
  return outcome
}

/** Two hundred forged webhooks a day, of up to a few kilobytes each, plus those of honest payments. */
const MAX_STORED_BYTES = 5_000_000

async function sendForgedWebhook({ portalUrl }: DrillWorld, turn: number, bytes: number): Promise<void> {
  const ref = `ZZZZZZ${turn.toString(8).padStart(6, '7')}`.replaceAll('0', 'A').replaceAll('1', 'B')
  const body = JSON.stringify({ merchant_transaction_id: ref, request_status_code: 178, amount_paid: turn, junk: 'x'.repeat(bytes) })
  const url = `${portalUrl}${API_PREFIX}/transaction/v1/notice/cellulant`
  await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } }).then((answer) => answer.text())
}
