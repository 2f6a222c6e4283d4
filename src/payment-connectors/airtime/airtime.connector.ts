import { unknownToProvider } from '../card-gateway.ts'
import {
  ProviderUnavailable,
  type AttemptRef,
  type Observation,
  type PaymentConnector,
  type PaymentOrder,
  type Reason,
} from '../payment-connector.ts'
import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import type { Money } from '#shared/money.ts'
import { MONEY } from '#shared/operator.ts'
import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'
import type { OperatorFault } from '#shared/operator-answer.ts'
import type { OperatorAirtime } from './operator-airtime.ts'
import { factsOf } from '#shared/connector-table.ts'

/** A reservation whose capture was lost is given up after this long: no process is still trying to capture it. */
const RESERVED_TOO_LONG_MS = 2 * 60_000

/**
 * AIR-1, AIR-2: the balance of a line as a payment method. The amount is reserved, so that it cannot be spent twice, then captured, then
 * the order is delivered. If the delivery is refused, the amount is credited again (docs/decisions/0016-paying-with-airtime.md).
 */
export function airtimeConnector(operator: OperatorAirtime): PaymentConnector {
  async function take(order: PaymentOrder, msisdn: MobileNumber, amount: Money): ReturnType<PaymentConnector['start']> {
    const reserved = await operator.reserve(msisdn, amount, order.ref)
    if (!reserved.ok) return refusedStart(reserved.fault)
    const { reservationId } = reserved.value
    const captured = await operator.capture(reservationId, msisdn, amount, order.ref)
    if (captured.ok) return { kind: 'settled', providerRef: reservationId, seen: paid(order.amount, captured.value.operatorReference) }
    if (captured.fault.kind === 'unknown' || captured.fault.kind === 'unavailable')
      throw new ProviderUnavailable('the reserved amount was perhaps not taken', true)
    await operator.release(reservationId, order.ref)
    return refusedStart(captured.fault)
  }

  async function query(attempt: AttemptRef, now: Date): Promise<Observation> {
    const { msisdn } = attempt.payer
    const found = isMobileNumber(msisdn) ? await operator.track(msisdn, attempt.ref) : null
    if (!found?.ok) throw new ProviderUnavailable('the balance could not be asked about', true)
    const { state, reservationId, amount = null } = found.value
    const said = { code: state, text: '' }
    switch (state) {
      case 'captured':
        return amount === null
          ? { state: 'unrecognised', saysPaid: true, provider: said }
          : { ...paid(amount, attempt.ref), provider: said }
      case 'given-back':
        return amount === null ? { state: 'unrecognised', provider: said } : { state: 'refunded', amount, provider: said }
      case 'released':
        return { state: 'expired', provider: said }
      case 'absent':
        return unknownToProvider(attempt, now, said)
      case 'reserved': {
        const isOld = now.getTime() - attempt.createdAt.getTime() > RESERVED_TOO_LONG_MS
        if (!isOld || reservationId === null) return { state: 'pending', provider: said }
        const released = await operator.release(reservationId, attempt.ref)
        return released.ok ? { state: 'expired', provider: said } : { state: 'pending', provider: said }
      }
    }
  }

  return {
    info: {
      ...factsOf('airtime'),
      currencies: [MONEY.prices],
      wireExponent: CURRENCY_EXPONENT,
      pollScheduleSeconds: [5, 10, 30, 60, 150, 300, 900, 3600],
    },
    async start(_context, order) {
      const { msisdn } = order.payer
      if (!isMobileNumber(msisdn)) return { kind: 'not-attempted', reason: 'payer_unknown', note: 'no number to pay with' }
      if (order.amount.currency !== MONEY.prices)
        return { kind: 'not-attempted', reason: 'currency', note: 'a balance holds the currency of the prices' }
      return take(order, msisdn, order.amount)
    },
    query: (context, attempt) => query(attempt, context.now()),
    ...givingBack(operator),
  }
}

function givingBack(operator: OperatorAirtime): Pick<PaymentConnector, 'refund' | 'queryRefund'> {
  return {
    async refund(_context, attempt, refund) {
      const { msisdn } = attempt.payer
      if (!isMobileNumber(msisdn)) return { state: 'declined', final: true, reason: 'payer_unknown', provider: { code: '', text: '' } }
      const given = await operator.giveBack(msisdn, refund.amount, refund.ref)
      if (given.ok) return { state: 'refunded', amount: refund.amount, provider: { code: given.value.operatorReference, text: '' } }
      if (given.fault.kind === 'unavailable') throw new ProviderUnavailable('the amount was not credited again', false)
      if (given.fault.kind === 'unknown') throw new ProviderUnavailable('the amount was perhaps not credited again', true)
      return { state: 'declined', final: true, reason: 'other', provider: saidIn(given.fault) }
    },
    async queryRefund(_context, attempt, refundRef) {
      const { msisdn } = attempt.payer
      const found = isMobileNumber(msisdn) ? await operator.track(msisdn, refundRef) : null
      if (!found?.ok) throw new ProviderUnavailable('the balance could not be asked about', true)
      if (found.value.state === 'absent') return { state: 'absent' }
      const provider = { code: found.value.state, text: '' }
      const { amount = null } = found.value
      return found.value.state === 'given-back' && amount !== null
        ? { state: 'refunded', amount, provider }
        : { state: 'refunding', provider }
    },
  }
}

function paid(amount: AttemptRef['amount'], providerTxnId: string): Extract<Observation, { state: 'paid' }> {
  return { state: 'paid', amount, providerTxnId }
}

function refusedStart(fault: OperatorFault): Awaited<ReturnType<PaymentConnector['start']>> {
  switch (fault.kind) {
    case 'unavailable':
      throw new ProviderUnavailable('the operator was not reached', false)
    case 'unknown':
      throw new ProviderUnavailable('the operator did not answer', true)
    case 'not-found':
      return { kind: 'rejected', reason: 'payer_unknown', provider: saidIn(fault) }
    case 'rejected':
      return { kind: 'rejected', reason: reasonOf(fault.code), provider: saidIn(fault) }
  }
}

function reasonOf(code: string): Reason {
  return /insufficient/i.test(code) ? 'insufficient_funds' : 'other'
}

function saidIn(fault: OperatorFault): { code: string; text: string } {
  return fault.kind === 'rejected' ? { code: fault.code, text: fault.message ?? '' } : { code: fault.kind, text: '' }
}
