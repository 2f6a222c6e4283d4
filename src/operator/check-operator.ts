import { setTimeout as pause } from 'node:timers/promises'
import type { Delivery } from '#features/payment/delivery.ts'
import { UpstreamError } from '#outbound/upstream-error.ts'
import type { CheckedStep, Say } from '#shared/checked-step.ts'
import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { fromMajor, toMajor, type Money } from '#shared/money.ts'
import type { OperatorResult } from '#shared/operator-answer.ts'
import { connectOperator, type Operator, type OperatorOptions } from './connect-operator.ts'
import { answerDeviations } from './tmforum/documents.ts'
import { FEWER_THAN_ANNOUNCED } from './tmforum/tmforum-client.ts'
import type { SendProbe } from './tmforum/tmforum-transport.ts'

export type OperatorCheck = {
  /** A line and an account of the test system; steps that need them are skipped without them. */
  number: MobileNumber | null
  account: string | null
  /** Null: no top-up is made. */
  topUp: Money | null
  /** A reference of ours that was never used. */
  reference: string
  waitMs: number
  pollMs: number
}

const UNKNOWN = '00000000'
const MAX_DEVIATIONS = 8

/**
 * The steps of the handbook (docs/handbook/connect.md, "Operator connection"). Every response on the way is compared with the official documents.
 * Only reads are sent, unless an amount is given.
 */
export async function checkOperator(options: Omit<OperatorOptions, 'witness'>, check: OperatorCheck, say: Say): Promise<void> {
  const seen: SendProbe[] = []
  const warnings: string[] = []
  const log: OperatorOptions['log'] = {
    ...options.log,
    warn(fields, message) {
      options.log.warn(fields, message)
      if (message === FEWER_THAN_ANNOUNCED) warnings.push(`${message}: ${String(fields['read'])} of ${String(fields['announced'])}`)
    },
  }
  const operator = connectOperator({ ...options, log, witness: (answer) => seen.push(answer) })
  const judge = async <Value>(step: string, ask: Promise<OperatorResult<Value>>, read: (answer: OperatorResult<Value>) => Judged) => {
    const answer = await ask
    const judged = read(answer)
    const found = [...warnings.splice(0), ...new Set(seen.splice(0).flatMap(answerDeviations))]
    say({ step, ...judged })
    for (const deviation of found.slice(0, MAX_DEVIATIONS)) say({ step, outcome: 'deviates', detail: deviation })
    if (found.length > MAX_DEVIATIONS) say({ step, outcome: 'deviates', detail: `and ${found.length - MAX_DEVIATIONS} more` })
    return answer
  }
  if (!(await checkToken(operator, say))) return
  await judge('the catalogue', operator.readBundles(), (answer) =>
    answer.ok && answer.value.length > 0 ? fine(`${answer.value.length} bundles on sale`) : wrong(faultOr(answer, 'nothing is on sale')),
  )
  await checkFilters(operator, check, judge)
  await checkLine(operator, check, { judge, say })
  await checkAccount(operator, check, { judge, say })
  await checkTopUp(operator, check, { judge, say })
}

/** Without a token every later step would fail alike: the check ends and names what was received. */
async function checkToken(operator: Operator, say: Say): Promise<boolean> {
  const step = 'an access token'
  try {
    const access = await operator.authorise()
    say({ step, ...(access === 'granted' ? fine('granted') : { outcome: 'left-out', detail: 'calls need none' }) })
    return true
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    say({ step, ...wrong(`${error.message}: nothing else can be checked`) })
    return false
  }
}

type Judged = Pick<CheckedStep, 'outcome' | 'detail'>
type Judge = <Value>(
  step: string,
  ask: Promise<OperatorResult<Value>>,
  read: (answer: OperatorResult<Value>) => Judged,
) => Promise<OperatorResult<Value>>
type Way = { judge: Judge; say: Say }

const fine = (detail: string): Judged => ({ outcome: 'as-documented', detail })
const wrong = (detail: string): Judged => ({ outcome: 'deviates', detail })

function faultOr(answer: OperatorResult<unknown>, otherwise: string): string {
  if (answer.ok) return otherwise
  const { fault } = answer
  return fault.kind === 'rejected' ? `refused with ${fault.code}` : fault.kind
}

/** Values without an owner must return nothing: this detects a server that ignores a filter. */
async function checkFilters(operator: Operator, { reference }: OperatorCheck, judge: Judge): Promise<void> {
  const msisdn = nobodysNumber()
  const isNone = (answer: OperatorResult<unknown>) => !answer.ok && answer.fault.kind === 'not-found'
  await judge('an unknown number', operator.findLine(msisdn), (answer) =>
    isNone(answer) ? fine('is not found') : wrong(faultOr(answer, 'is a line: the filter on numbers is ignored')),
  )
  await judge('bills of an unknown account', operator.readOpenInvoices(UNKNOWN), (answer) =>
    isNone(answer) || (answer.ok && answer.value.length === 0)
      ? fine('there are none')
      : wrong(faultOr(answer, 'there are some: the filter on accounts is ignored')),
  )
  const orders: Delivery[] = [
    { kind: 'airtime', msisdn, amount: fromMajor(1) },
    { kind: 'bundle', msisdn, productCode: 'none', amount: fromMajor(1) },
    { kind: 'bill', accountNo: UNKNOWN, invoiceNo: null, msisdn, amount: fromMajor(1) },
  ]
  for (const order of orders)
    await judge(`a reference that was never used (${order.kind})`, operator.track(order, reference), (answer) =>
      answer.ok && answer.value.state === 'absent' ? fine('is not known') : wrong(faultOr(answer, 'is known')),
    )
}

function nobodysNumber(): MobileNumber {
  if (!isMobileNumber(UNKNOWN)) throw new Error('the unknown number is no number of this country')
  return UNKNOWN
}

async function checkLine(operator: Operator, { number }: OperatorCheck, { judge, say }: Way): Promise<void> {
  if (number === null) return say({ step: 'a line', outcome: 'left-out', detail: 'give a number of the test system: --number' })
  await judge('the line', operator.findLine(number), (answer) =>
    answer.ok ? fine(`${answer.value.type}, ${answer.value.isActive ? 'in service' : 'not in service'}`) : wrong(faultOr(answer, '')),
  )
  await judge('its balances', operator.readBalances(number), (answer) =>
    answer.ok ? fine(answer.value.map(({ kind }) => kind).join(', ') || 'it has none') : wrong(faultOr(answer, '')),
  )
}

async function checkAccount(operator: Operator, { account }: OperatorCheck, { judge, say }: Way): Promise<void> {
  if (account === null) return say({ step: 'an account', outcome: 'left-out', detail: 'give an account of the test system: --account' })
  await judge('the account', operator.findAccount(account), (answer) => {
    if (!answer.ok) return wrong(faultOr(answer, ''))
    const { email, contactMsisdn, lineNumber } = answer.value
    const isProvable = email !== null || contactMsisdn !== null || lineNumber !== null
    return isProvable ? fine('ownership can be proven') : wrong('names no e-mail, phone or line: ownership cannot be proven')
  })
  await judge('its open bills', operator.readOpenInvoices(account), (answer) =>
    answer.ok ? fine(`${answer.value.length} open`) : wrong(faultOr(answer, '')),
  )
}

async function checkTopUp(operator: Operator, check: OperatorCheck, { judge, say }: Way): Promise<void> {
  const { number, topUp, reference, waitMs, pollMs } = check
  if (number === null || topUp === null)
    return say({ step: 'a top-up', outcome: 'left-out', detail: 'nothing is topped up unless --pay and --number are given' })
  const order = { kind: 'airtime', msisdn: number, amount: topUp } as const
  const paid = { reference, method: 'CHECK', providerReference: reference }
  const delivered = await judge(`a top-up of ${toMajor(topUp)} ${topUp.currency}`, operator.deliver(order, paid), (answer) =>
    answer.ok && answer.value.state !== 'refused' ? fine(answer.value.state) : wrong(faultOr(answer, 'refused')),
  )
  if (!delivered.ok && delivered.fault.kind !== 'unknown') return
  const until = performance.now() + waitMs
  let found = await operator.track(order, reference)
  while (found.ok && found.value.state === 'pending' && performance.now() < until) {
    await pause(pollMs)
    found = await operator.track(order, reference)
  }
  await judge('found again by our reference', Promise.resolve(found), (answer) =>
    answer.ok && answer.value.state === 'done' ? fine('done') : wrong(faultOr(answer, answer.ok ? answer.value.state : '')),
  )
}
