import type { OperatorAirtime } from '#payment-connectors/airtime/operator-airtime.ts'
import { isAbsent, isDisagreement, jsonAt, readClaim, type AnswerTable } from '#payment-connectors/answer-fields.ts'
import { addMoney, fromMajor, readMajor, type Money } from '#shared/money.ts'
import { MONEY } from '#shared/operator.ts'
import type { OperatorResult } from '#shared/operator-answer.ts'
import type { BalanceAction } from './delivery.messages.ts'
import { everythingAt, idOf, nationalNumber, valuesAt, wordOf } from './shapes.ts'

type ValueOf<Answer> = Answer extends Promise<OperatorResult<infer Value>> ? Value : never
export type AirtimeTrack = ValueOf<ReturnType<OperatorAirtime['track']>>

/**
 * I19: fields of a balance change that identify it. Its document requires the status alone; all other fields present must match the
 * request.
 */
export const AIRTIME_ANSWERS = {
  adjusted: {
    message: 'adjustment',
    says: 'paid',
    fields: [
      { at: 'reason', tells: 'reference', isPromised: false },
      { at: 'logicalResource.id', tells: 'line', isPromised: false },
      { at: 'amount.amount', tells: 'amount', isPromised: false },
      { at: 'amount.units', tells: 'currency', isPromised: false },
    ],
  },
} as const satisfies Record<string, AnswerTable>

/**
 * `attribute`: the field with our reference at this operator. `amount`: in units, negative where money was to be taken; null where any is accepted.
 */
export type AskedChange = { reference: string; msisdn: string; amount: number | null; attribute: string }

/** Whether no field of a change contradicts the request. */
export function isAsAsked(action: BalanceAction, { reference, msisdn, amount, attribute }: AskedChange): boolean {
  const named = (path: string, ours: string, read = (text: string) => text): unknown => {
    const values = valuesAt(action, path).map(read)
    const [last = '', ...above] = path.split('.').toReversed()
    const holders = above.length === 0 ? [action] : everythingAt(action, above.toReversed().join('.'))
    // A field that is present and no name cannot be read.
    const unreadable = holders.map((holder) => jsonAt(holder)(last)).find((value) => !isAbsent(value))
    return values.includes(ours) ? ours : (values[0] ?? unreadable)
  }
  const claim = readClaim(
    AIRTIME_ANSWERS.adjusted,
    {
      valueAt: (at) =>
        at === 'reason'
          ? named(attribute, reference)
          : at === 'logicalResource.id'
            ? named(at, msisdn, nationalNumber)
            : action.amount?.[at === 'amount.amount' ? 'amount' : 'units'],
      // In units, with a sign: the two are only compared.
      money: (value, currency) => (typeof value === 'number' && typeof currency === 'string' ? { minor: value, currency } : null),
    },
    {
      reference,
      line: msisdn,
      transaction: null,
      merchant: null,
      kinds: [],
      amount: { minor: amount ?? 0, currency: MONEY.prices },
      isOtherAmount: amount === null,
    },
  )
  return !isDisagreement(claim)
}

/** The state of a call on a balance. An unknown status is pending, never an end. */
export function standing({ status }: BalanceAction): 'done' | 'under-way' | 'failed' {
  const word = wordOf(status)
  if (word === 'completed') return 'done'
  return word === 'failed' || word === 'cancelled' ? 'failed' : 'under-way'
}

/**
 * The outcome of an airtime payment, from everything the operator stores under its reference. `reservationId` names the reservation while
 * it exists, also beside a captured amount. `amount`: what was taken or given back; null where one of them is of another line or unit
 * (`isOurs`). Null while an adjustment is pending.
 */
export function airtimeTrack(
  adjustments: readonly BalanceAction[],
  reservations: readonly BalanceAction[],
  isOurs: (adjustment: BalanceAction) => boolean,
): AirtimeTrack | null {
  if (adjustments.some((one) => standing(one) === 'under-way')) return null
  const done = adjustments.filter((one) => standing(one) === 'done').map((one) => one.amount?.amount ?? 0)
  // Without its sign an adjustment does not show whether money was taken or refunded.
  if (done.includes(0)) return null
  const standingOne = reservations.find((one) => standing(one) !== 'failed')
  const reservationId = standingOne ? idOf(standingOne) : null
  // A reservation without a name holds money: it can be neither captured nor released, only queried again.
  if (standingOne && reservationId === null) return null
  const back = done.filter((amount) => amount > 0)
  const isReadable = adjustments.every((one) => standing(one) !== 'done' || isOurs(one))
  if (back.length > 0) return { state: 'given-back', reservationId, amount: isReadable ? sum(back) : null }
  if (done.length > 0) return { state: 'captured', reservationId, amount: isReadable ? sum(done.map((amount) => -amount)) : null }
  if (standingOne) return { state: 'reserved', reservationId }
  const isReleased = reservations.some(({ status }) => wordOf(status) === 'cancelled')
  return { state: isReleased ? 'released' : 'absent', reservationId: null }
}

function sum(units: readonly number[]): Money | null {
  const amounts = units.map((each) => readMajor(each))
  return amounts.reduce((total, amount) => total && amount && addMoney(total, amount), fromMajor(0))
}
