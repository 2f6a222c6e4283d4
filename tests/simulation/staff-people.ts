import type { PaymentState } from '#features/payment/engine/records.ts'
import type { Actor, DeskResult } from '#features/staff-acts/desk-ports.ts'
import { needsTwo, type PaymentActRequest } from '#features/staff-acts/payment-acts.ts'
import type { StaffDesk } from '#features/staff-acts/staff-desk.ts'
import type { World } from './world.ts'

const HOUR = 3_600_000
const LAST_ACT_HOURS = 85
/** No payer acts later than this. */
const QUIET_AFTER_HOURS = 60

const actor = (id: string, roles: Actor['roles']): Actor => ({ id, name: id, roles, via: 'console' })
const CARE = [actor('amina', ['care']), actor('issa', ['care', 'approver']), actor('fati', ['finance'])] as const
const APPROVERS = [actor('moussa', ['approver']), actor('issa', ['care', 'approver']), actor('hadiza', ['approver', 'viewer'])] as const

/**
 * Staff of a world: several at once, in processes that die, with old views, pressing twice, approving what others decide at the same moment.
 * Only what they say about the outside world is true: a resolution, and the number of a refund that they made at the provider.
 */
export async function staffWork(world: World): Promise<void> {
  const { timeline, staff } = world
  const end = timeline.now + LAST_ACT_HOURS * HOUR
  while (timeline.now < end) {
    await timeline.pause(staff.chance.happens(0.5) ? staff.chance.between(1_000, 120_000) : staff.chance.between(60_000, 6 * HOUR))
    const orderId = world.orderIds.length > 0 ? staff.chance.pick(world.orderIds) : null
    const state = orderId === null ? undefined : world.database.orders.get(orderId)?.state
    if (state) await actOn(world, state)
  }
}

const UNDER_WAY: ReadonlySet<string> = new Set(['QUEUED', 'SENDING', 'TRACKING', 'REFUSED'])
const EAGER_HOURS = 16

/** Two who act within seconds, while a payment is being delivered or has just been refused: the moments at which most can go wrong. */
export async function eagerWork(world: World): Promise<void> {
  const { timeline, staff } = world
  const end = timeline.now + EAGER_HOURS * HOUR
  while (timeline.now < end) {
    const states = [...world.database.orders.values()].map(({ state }) => state)
    const open = states.filter(
      (state) => UNDER_WAY.has(state.order.fulfilment) && !state.attempts.some((each) => each.state === 'REFUNDED'),
    )
    if (open.length > 0) await actAtOnce(world, staff.chance.pick(open))
    await timeline.pause(open.length > 0 ? staff.chance.between(100, 20_000) : staff.chance.between(500, 60_000))
  }
}

async function actAtOnce(world: World, state: PaymentState): Promise<void> {
  const { chance } = world.staff
  const note = 'as the customer asked'
  const attempt = state.attempts.find(({ isWinner }) => isWinner)
  if (!attempt || world.staff.byHand.has(state.order.id)) return
  const wanted = chance.pick(['ask', 'refund', 'again'] as const)
  const request: PaymentActRequest =
    wanted === 'ask'
      ? { act: 'ask-again' }
      : wanted === 'again'
        ? { act: 'deliver-again', note }
        : { act: 'refund', attemptId: attempt.id, note, providerNumber: null }
  const seen = world.core.stateMark(state)
  const asked = { staff: CARE[0], reference: state.order.reference, request, seen, key: world.newId('key') }
  const result = await insist(world, (desk) => (needsTwo(request) ? desk.propose(asked) : desk.perform(asked)))
  if (result?.kind !== 'proposed') return
  const proposal = world.staff.proposals.find(({ id }) => id === result.proposal)
  const key = world.newId('key')
  const approval = { staff: APPROVERS[0], proposal: result.proposal, seen, typedAmount: proposal?.amount?.minor ?? null, key }
  const approved = await insist(world, (desk) => desk.approve(approval))
  // What was seen has passed: the way is free for another proposal.
  if (approved?.kind !== 'done')
    await insist(world, (desk) => desk.reject({ staff: CARE[0], proposal: result.proposal, note: 'too late', key: world.newId('key') }))
}

async function actOn(world: World, state: PaymentState): Promise<void> {
  const { chance } = world.staff
  const request = aRequest(world, state)
  if (!request) return
  // The page was opened some time ago.
  const seen = world.core.stateMark(state)
  if (chance.happens(0.3)) await world.timeline.pause(chance.between(1, 300_000))
  const asked = { staff: chance.pick(CARE), reference: state.order.reference, request, seen, key: world.newId('key') }
  const isByTwo = needsTwo(request)
  const press = (desk: StaffDesk) => (isByTwo ? desk.propose(asked) : desk.perform(asked))
  // Pressed twice, or again because no answer came: the same key.
  if (chance.happens(0.2)) world.watch(insist(world, press))
  const result = await insist(world, press)
  if (result?.kind === 'proposed') await decide(world, result.proposal)
  if ('providerNumber' in request && request.providerNumber !== null) await recordRefund(world, request)
}

/** What went back at the provider is brought into the ledger, however often colleagues or a crash stand in the way. */
async function recordRefund(world: World, request: PaymentActRequest & { attemptId: string }): Promise<void> {
  const [proposer, approver] = [CARE[0], APPROVERS[0]]
  for (let tries = 0; tries < 40; tries += 1) {
    const state = [...world.database.orders.values()].find((each) => each.state.attempts.some(({ id }) => id === request.attemptId))?.state
    if (!state || state.attempts.some((each) => each.id === request.attemptId && each.state === 'REFUNDED')) return
    const seen = world.core.stateMark(state)
    const asked = { staff: proposer, reference: state.order.reference, request, seen, key: world.newId('key') }
    const proposed = await insist(world, (desk) => desk.propose(asked))
    const proposal = world.staff.proposals.find(({ id }) => proposed?.kind === 'proposed' && id === proposed.proposal)
    const approval = {
      staff: approver,
      proposal: proposal?.id ?? 0,
      seen,
      typedAmount: proposal?.amount?.minor ?? null,
      key: world.newId('key'),
    }
    if (proposal) await insist(world, (desk) => desk.approve(approval))
    await world.timeline.pause(HOUR)
  }
}

async function decide(world: World, proposal: number): Promise<void> {
  const { chance } = world.staff
  await world.timeline.pause(chance.happens(0.1) ? chance.between(20 * HOUR, 30 * HOUR) : chance.between(1_000, HOUR))
  const approvals = chance.pick([0, 1, 1, 1, 2, 3])
  const all = Array.from({ length: approvals }, () => approve(world, proposal))
  if (chance.happens(0.2)) all.push(reject(world, proposal))
  await Promise.all(all)
}

async function approve(world: World, id: number): Promise<void> {
  const { chance } = world.staff
  const proposal = world.staff.proposals.find((each) => each.id === id)
  const state = proposal && world.database.orders.get(proposal.orderId)?.state
  if (!proposal || !state) return
  const typedAmount = chance.happens(0.1) ? (proposal.amount?.minor ?? 0) + 1 : (proposal.amount?.minor ?? null)
  const asked = {
    staff: chance.pick([...APPROVERS, ...CARE]),
    proposal: id,
    seen: world.core.stateMark(state),
    typedAmount,
    key: world.newId('key'),
  }
  if (chance.happens(0.3)) await world.timeline.pause(chance.between(1, 5_000))
  if (chance.happens(0.2)) world.watch(insist(world, (desk) => desk.approve(asked)))
  await insist(world, (desk) => desk.approve(asked))
}

async function reject(world: World, proposal: number): Promise<void> {
  const asked = { staff: world.staff.chance.pick([...APPROVERS, ...CARE]), proposal, note: 'not needed', key: world.newId('key') }
  await insist(world, (desk) => desk.reject(asked))
}

/** Presses until an answer comes: a process may die before or after it has stored the act. */
async function insist(world: World, press: (desk: StaffDesk) => Promise<DeskResult>): Promise<DeskResult | null> {
  for (let tries = 0; tries < 6; tries += 1) {
    const program = await world.begin()
    const answered = press(program.desk).catch((error: unknown) => {
      world.noteUnlessPlanted(error)
      return null
    })
    const result = await Promise.race([answered, program.process.death.then(() => null)])
    if (result) return result
    await world.timeline.pause(world.staff.chance.between(10, 5_000))
  }
  return null
}

/** Anything, whether it is offered or not; but what needs a fact of the outside world only when it is true. */
function aRequest(world: World, state: PaymentState): PaymentActRequest | null {
  const { chance } = world.staff
  const attempt = state.attempts.length > 0 ? chance.pick(state.attempts) : null
  const note = 'as the customer asked'
  switch (chance.pick(['ask', 'ask', 'receipt', 'retry', 'close', 'close', 'refund', 'refund', 'delivered', 'again', 'again'] as const)) {
    case 'ask':
      return { act: 'ask-again' }
    case 'receipt':
      return { act: 'resend-receipt' }
    case 'retry':
      return { act: 'retry-failed' }
    case 'close':
      return trueResolution(world, state)
    case 'refund':
      return attempt && withNumber(world, state, { act: 'refund', attemptId: attempt.id, note })
    case 'delivered': {
      const reversal = chance.happens(0.5) ? 'REV-1' : null
      const isRare = chance.happens(0.5)
      return attempt && isRare ? withNumber(world, state, { act: 'refund-delivered', attemptId: attempt.id, note, reversal }) : null
    }
    case 'again':
      return world.staff.byHand.has(state.order.id) ? null : { act: 'deliver-again', note }
  }
}

function withNumber<Request extends { act: 'refund' | 'refund-delivered'; attemptId: string }>(
  world: World,
  state: PaymentState,
  request: Request,
) {
  return { ...request, providerNumber: numberOfRefund(world, state, request) }
}

function paymentsOf(world: World, { attempts }: PaymentState) {
  return [...world.providers.values()].flatMap(({ payments }) => payments).filter(({ ref }) => attempts.some((each) => each.ref === ref))
}

/** From the books of the operator and the providers. */
function trueResolution(world: World, state: PaymentState): PaymentActRequest | null {
  const note = 'seen in the books'
  const credits = world.operator.credits.filter(({ reference }) => reference === state.order.reference)
  const payments = paymentsOf(world, state)
  const captured = payments.filter((payment) => payment.captured > 0)
  // What is still open at a provider may yet be paid there.
  const isReturned =
    captured.length > 0 &&
    payments.every((payment) => payment.state !== 'open') &&
    captured.every(({ refunds }) => [...refunds.values()].some((refund) => refund.state === 'done'))
  const isQuiet = world.timeline.now - state.order.createdAt.getTime() > QUIET_AFTER_HOURS * HOUR
  // A second payment in the provider's books is refunded first.
  const kept = captured.filter(({ refunds }) => refunds.size === 0)
  if (credits.some((credit) => credit.state === 'done') && !isReturned && kept.length < 2) {
    // The person marks it there before the review is closed.
    if (state.order.review === 'report-not-taken') for (const payment of captured) payment.isReported = true
    return { act: 'close-review', as: 'delivered', note }
  }
  if (isReturned && credits.every((credit) => credit.state === 'refused')) return { act: 'close-review', as: 'refunded', note }
  return captured.length === 0 && isQuiet ? { act: 'close-review', as: 'not-paid', note } : null
}

/**
 * Where the provider has no refund call, the refund is made there first, once the portal offers to record it. The person keeps the payment:
 * no colleague lets it be delivered again meanwhile.
 */
function numberOfRefund(
  world: World,
  state: PaymentState,
  { act, attemptId }: { act: 'refund' | 'refund-delivered'; attemptId: string },
): string | null {
  const offers = world.core.offersOf(state, { now: new Date(world.timeline.now), refundCalls: world.staff.refundCalls })
  const offer = offers.refunds.find((each) => each.attemptId === attemptId)
  const isRecord = offer?.[act].isOpen === true && offer[act].step === 'record'
  const attempt = state.attempts.find(({ id }) => id === attemptId)
  const payment = paymentsOf(world, state).findLast(({ ref, captured }) => ref === attempt?.ref && captured > 0)
  if (!isRecord || !payment) return null
  const isOpenElsewhere = world.staff.proposals.some(({ orderId, state: each }) => orderId === state.order.id && each === 'open')
  if (isOpenElsewhere) return null
  world.staff.byHand.add(state.order.id)
  if (payment.refunds.size === 0) payment.refunds.set(`HAND-${payment.ref}`, { amount: payment.captured, state: 'done' })
  return `HAND-${payment.ref}`
}

/** CON-4: each thing that staff did to a payment stands in the audit log exactly once. */
export function staffProblems({ database, staff }: World): string[] {
  const DECISIONS = new Set([
    'asked-again',
    'receipt-asked',
    'retried',
    'resolved',
    'refund-decided',
    'refund-recorded',
    'delivery-decided',
  ])
  const done = database.events.filter(({ source, kind }) => source === 'person' && DECISIONS.has(kind)).length
  const told = staff.audit.filter(({ outcome }) => outcome === 'done' || outcome === 'approved').length
  const problems = done === told ? [] : [`CON-4 ${done} acts in the ledger, ${told} in the audit log`]
  for (const { id, act, proposedBy } of staff.proposals) {
    const approved = staff.audit.filter(({ outcome, detail }) => outcome === 'approved' && detail.proposal === id)
    if (approved.length > 1) problems.push(`CON-5 proposal ${id} (${act}) was approved ${approved.length} times`)
    if (approved.some(({ actor: { id: by } }) => by === proposedBy.id)) problems.push(`CON-3 proposal ${id} was approved by its proposer`)
    if (approved.some(({ actor: { roles } }) => !roles.includes('approver')))
      problems.push(`CON-2 proposal ${id} was approved without the role`)
  }
  return problems
}
