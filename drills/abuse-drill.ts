import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { API_PREFIX } from '#calls/addresses.ts'
import { PAYMENT_MODES } from '#shared/payment-codes.ts'
import { solvePuzzle } from '#portal/network/solve-puzzle.ts'
import type { Puzzle } from '#shared/puzzle.ts'
import type { DrillWorld } from './drill-world.ts'
import { createPayerActions } from './payer-actions.ts'
import { airtimeFor, makePayment } from './payments.ts'
import type { DrillResult } from './report.ts'
import { newErrand } from './traffic.ts'
import { aVisitor, resultOf, type Reply, type Visitor } from './visitor.ts'

/** The attacking machine and the honest visitors share one address: the worst case. */
const ADDRESS = '10.200.0.1'
const CROWD_ADDRESS = '10.200.0.2'
const SOLVER_ADDRESS = '10.200.0.3'
const CODE_REQUESTS = 830
const CODE_SECONDS = 46
const SOLVERS = { connections: 3, seconds: 60, honest: 28, mostSms: 150 }
const LOOK_SECONDS = 60
const BLOCK_LOOKS_A_SECOND = 8
const SWEEP_A_SECOND = 20
const PHONES = 120
const CROWD = { visitors: 1000, seconds: 600 }

type Abuse = { world: DrillWorld; chance: () => number; note: (figure: string) => void; complain: (problem: string) => void }

/** Abuse 80 to 83 and 91: one machine against codes, numbers and phones, and the honest visitors of one carrier address. */
export async function abusePortal(world: DrillWorld, chance: () => number, { crowdSeconds = CROWD.seconds } = {}): Promise<DrillResult> {
  const began = performance.now()
  const figures: string[] = []
  const problems: string[] = []
  const abuse: Abuse = { world, chance, note: (figure) => figures.push(figure), complain: (problem) => problems.push(problem) }
  const crowd = honestCrowd(abuse, crowdSeconds)
  await floodCodes(abuse)
  await solveForCodes(abuse)
  await lookInsideBlock(abuse)
  await sweepNumbers(abuse)
  await floodPhones(abuse)
  await crowd
  return { drill: 'abuse', what: figures.join('; '), problems, seconds: (performance.now() - began) / 1000 }
}

/** A call with a forged cookie. True when it was served. */
async function strangeCall({ portalUrl }: DrillWorld, path: string, body: object): Promise<boolean> {
  const answer = await fetch(`${portalUrl}${API_PREFIX}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      origin: portalUrl,
      cookie: `sid=${randomBytes(32).toString('base64url')}`,
      'x-forwarded-for': ADDRESS,
    },
  }).catch(() => null)
  await answer?.arrayBuffer()
  return answer?.ok ?? false
}

/** Behaves like a browser: solves a required puzzle and repeats the request, twice at most. */
async function askAsBrowser(visitor: Visitor, path: string, body: object): Promise<Reply> {
  let reply = await visitor.call('POST', path, body)
  for (let solved = 0; solved < 2; solved += 1) {
    const { puzzle } = (reply.body ?? {}) as { puzzle?: Puzzle }
    if (!puzzle) break
    reply = await visitor.call('POST', path, body, { 'x-puzzle': await solvePuzzle(puzzle) })
  }
  return reply
}

/** Calls at a fixed rate for a time, without waiting for responses; returns the number of successes. */
async function steadily(
  timesASecond: number,
  seconds: number,
  work: (turn: number) => Promise<boolean>,
): Promise<{ good: number; all: number }> {
  const began = performance.now()
  const done: Promise<boolean>[] = []
  for (let turn = 0; turn < timesASecond * seconds; turn += 1) {
    await pause(Math.max(0, began + (turn * 1000) / timesASecond - performance.now()))
    done.push(work(turn).catch(() => false))
  }
  const ends = await Promise.all(done)
  return { good: ends.filter(Boolean).length, all: ends.length }
}

let lastNumber = 0
const numberIn = (block: string) => `${block}${String((lastNumber += 1)).padStart(8 - block.length, '0')}`
const share = ({ good, all }: { good: number; all: number }) => `${good} of ${all}`

async function floodCodes({ world, note, complain }: Abuse): Promise<void> {
  const victim = numberIn('9400')
  const attack = steadily(CODE_REQUESTS / CODE_SECONDS, CODE_SECONDS, (turn) =>
    strangeCall(world, '/otp/v1/send-otp', { msisdn: turn % 10 === 0 ? victim : numberIn('9410') }),
  )
  const honest = steadily(1, CODE_SECONDS, async () => {
    const visitor = aVisitor({ ...world, address: ADDRESS })
    const msisdn = numberIn('9420')
    await askAsBrowser(visitor, '/subscriber/validate', { msisdn })
    return (await askAsBrowser(visitor, '/otp/v1/send-otp', { msisdn })).status === 200
  })
  const [spent, served] = await Promise.all([attack, honest])
  const owner = aVisitor({ ...world, address: ADDRESS })
  await askAsBrowser(owner, '/subscriber/validate', { msisdn: victim })
  const hasCode = (await askAsBrowser(owner, '/otp/v1/send-otp', { msisdn: victim })).status === 200
  note(`80: ${CODE_REQUESTS} code requests cost ${spent.good} SMS, ${share(served)} honest served, owner ${hasCode ? 'in' : 'kept out'}`)
  if (served.good < 0.95 * served.all) complain(`80: only ${share(served)} honest visitors got a code`)
  if (spent.good > 75) complain(`80: the attack cost ${spent.good} SMS`)
  if (!hasCode) complain('80: the owner of a number under attack got no code')
}

/** Real visits and solved puzzles, as fast as three connections allow. */
async function solveForCodes({ world, note, complain }: Abuse): Promise<void> {
  const over = new AbortController()
  let [spent, longest] = [0, 0]
  const send = (visitor: Visitor, msisdn: string) => askAsBrowser(visitor, '/otp/v1/send-otp', { msisdn })
  const machine = Array.from({ length: SOLVERS.connections }, async () => {
    while (!over.signal.aborted) {
      const visitor = aVisitor({ ...world, address: SOLVER_ADDRESS })
      await visitor.call('POST', '/visit/v1/prefill', { type: 'prepaid', msisdn: numberIn('9430') })
      for (let code = 0; code < 5 && !over.signal.aborted; code += 1) if ((await send(visitor, numberIn('9430'))).status === 200) spent += 1
    }
  })
  const served = await steadily(SOLVERS.honest / SOLVERS.seconds, SOLVERS.seconds, async () => {
    const began = performance.now()
    const visitor = aVisitor({ ...world, address: SOLVER_ADDRESS })
    const msisdn = numberIn('9440')
    await askAsBrowser(visitor, '/subscriber/validate', { msisdn })
    const { status } = await send(visitor, msisdn)
    longest = Math.max(longest, (performance.now() - began) / 1000)
    return status === 200
  })
  over.abort()
  await Promise.all(machine)
  note(`91: three connections that solve puzzles cost ${spent} SMS, ${share(served)} honest served, the last after ${longest.toFixed(1)} s`)
  if (served.good < 0.95 * served.all) complain(`91: only ${share(served)} honest visitors got a code`)
  if (spent > SOLVERS.mostSms) complain(`91: the attack cost ${spent} SMS`)
}

async function lookInsideBlock({ world, chance, note, complain }: Abuse): Promise<void> {
  const block = '9550'
  const payerActions = createPayerActions(world.sandboxUrl)
  const looks = steadily(BLOCK_LOOKS_A_SECOND, LOOK_SECONDS, () => strangeCall(world, '/subscriber/validate', { msisdn: numberIn(block) }))
  const recharges = steadily(0.5, LOOK_SECONDS, async () => {
    const errand = { ...newErrand('paystack', chance), beneficiary: numberIn(block), outcome: 'pays' as const, pressesTwice: false }
    await makePayment(aVisitor({ ...world, address: ADDRESS }), payerActions, errand)
    return true
  })
  const [learned, paid] = await Promise.all([looks, recharges])
  note(
    `81: ${BLOCK_LOOKS_A_SECOND} checks a second in one block, ${learned.good} answered in a minute, ${share(paid)} recharges in it worked`,
  )
  if (paid.good < 0.99 * paid.all) complain(`81: only ${share(paid)} recharges in the block worked`)
}

async function sweepNumbers({ world, note, complain }: Abuse): Promise<void> {
  const learned = await steadily(SWEEP_A_SECOND, LOOK_SECONDS, () => strangeCall(world, '/subscriber/validate', { msisdn: numberIn('96') }))
  note(`82: a fresh cookie for each of ${learned.all} checks, ${learned.good} numbers learned in a minute`)
  if (learned.good > 300) complain(`82: ${learned.good} numbers were learned in a minute`)
}

async function begin(visitor: Visitor): Promise<string> {
  type Chosen = { purchaseId: string; queryData: { amount: number } }
  const { purchaseId, queryData } = resultOf<Chosen>(await visitor.call('POST', '/transaction/v1/purchase', airtimeFor('90000001')))
  const body = { txnId: purchaseId, amount: queryData.amount }
  return resultOf<{ transactionId: string }>(await visitor.call('POST', '/transaction/v1/initiate', body)).transactionId
}

async function push(visitor: Visitor, transactionId: string, paymentMobile: string): Promise<boolean> {
  const body = { transactionId, paymentMode: PAYMENT_MODES.MONEY_PUSH, paymentMobile }
  const { body: answer } = await visitor.call('POST', '/transaction/v1/process', body)
  return (answer as { result?: { code?: string } }).result?.code === 'STARTED'
}

async function floodPhones({ world, chance, note, complain }: Abuse): Promise<void> {
  const one = aVisitor({ ...world, address: ADDRESS })
  const reached = await steadily(4, PHONES / 4, async () => push(one, await begin(one), numberIn('9700')))
  const other = aVisitor({ ...world, address: ADDRESS })
  const order = await begin(other)
  const asked = await steadily(4, 5, async () => push(other, order, numberIn('9710')))
  const phone = numberIn('9720')
  const stranger = aVisitor({ ...world, address: ADDRESS })
  const open = [await push(stranger, await begin(stranger), phone), await push(stranger, await begin(stranger), phone)].filter(
    Boolean,
  ).length
  const owner = aVisitor({ ...world, address: ADDRESS })
  const hasPaid = await makePayment(owner, createPayerActions(world.sandboxUrl), {
    ...newErrand('money-push', chance),
    payer: phone,
    outcome: 'leaves',
    pressesTwice: false,
  }).then(
    () => true,
    () => false,
  )
  const ownerWord = hasPaid ? 'asked to pay' : 'kept from paying'
  note(
    `83: of ${PHONES} phones ${reached.good} reached by one visit, of 20 phones ${asked.good} by one order, ${open} open and the owner ${ownerWord}`,
  )
  if (reached.good > 10) complain(`83: one visit reached ${reached.good} phones`)
  if (asked.good > 3) complain(`83: one order reached ${asked.good} phones`)
  if (!hasPaid) complain('83: the owner of a phone could not pay')
}

/** Random arrivals, with up to three numbers each and pauses between them. */
async function honestCrowd({ world, chance, note, complain }: Abuse, seconds: number): Promise<void> {
  const perSecond = CROWD.visitors / CROWD.seconds
  let [asked, refused] = [0, 0]
  const visits = await steadily(perSecond, seconds, async () => {
    await pause(chance() * 1000)
    const visitor = aVisitor({ ...world, address: CROWD_ADDRESS })
    for (let number = 0; number < 3; number += 1) {
      if (number > 0) await pause(2000 + chance() * 4000)
      asked += 1
      if ((await visitor.call('POST', '/subscriber/validate', { msisdn: numberIn('98') })).status !== 200) refused += 1
    }
    return true
  })
  note(`honest crowd: ${visits.all} visitors of one address in ${seconds} s, ${asked} numbers, ${refused} refused`)
  if (refused > 0) complain(`the honest crowd was refused ${refused} times`)
}
