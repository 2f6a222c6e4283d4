import { Type } from 'typebox'
import type { OperatorAirtime } from '#payment-connectors/airtime/operator-airtime.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { toMajor } from '#shared/money.ts'
import { MONEY } from '#shared/operator.ts'
import type { OperatorResult } from '#shared/operator-answer.ts'
import { failed, good, refused, UNAVAILABLE, UNKNOWN } from '../answers.ts'
import { airtimeTrack, isAsAsked, standing } from './airtime.messages.ts'
import { BalanceAction, balanceAction } from './delivery.messages.ts'
import { findBalanceActions } from './find-balance-actions.ts'
import { readPurse } from './lines.ts'
import { idOf } from './shapes.ts'
import { pathSegment, type TmforumClient } from './tmforum-client.ts'

/**
 * Paying with airtime over 654 v4, which has no operation that captures a reservation: the amount is taken by a negative adjustment and the
 * reservation is deleted after it. Deleting first would free the money for other spending in between.
 */
export function operatorAirtime(client: TmforumClient): OperatorAirtime {
  return {
    async reserve(msisdn, amount, reference) {
      const answer = await act(client, { kind: 'reserveBalance', msisdn, amount: toMajor(amount), reference }, (id) => ({
        partyAccount: { id },
      }))
      if (!answer.ok) return answer
      if (standing(answer.value) === 'failed') return refused(answer.value.status ?? 'failed')
      const reservationId = idOf(answer.value)
      return reservationId === null ? UNKNOWN : good({ reservationId })
    },
    async capture(reservationId, msisdn, amount, reference) {
      const taken = await adjust(client, { msisdn, amount: -toMajor(amount), reference })
      if (!taken.ok) return taken
      const dropped = await dropReservation(client, reservationId, reference)
      // The amount is captured all the same; `track` names the reservation while it exists, so that it can be released.
      if (!dropped.ok) client.log.warn({ system: '654', reference, fault: dropped.fault.kind }, 'a captured reservation still stands')
      return taken
    },
    release: (reservationId, reference) => dropReservation(client, reservationId, reference),
    giveBack: (msisdn, amount, reference) => adjust(client, { msisdn, amount: toMajor(amount), reference }),
    async track(msisdn, reference) {
      const [adjustments, reservations] = await Promise.all([
        findBalanceActions(client, { kind: 'adjustBalance', msisdn, reference }),
        findBalanceActions(client, { kind: 'reserveBalance', msisdn, reference }),
      ])
      if (!adjustments.ok || !reservations.ok) return UNAVAILABLE
      const attribute = client.profile.reference.attributes['654']
      const isOurs = (adjustment: BalanceAction) => isAsAsked(adjustment, { reference, msisdn, amount: null, attribute })
      const found = airtimeTrack(adjustments.value, reservations.value, isOurs)
      return found ? good(found) : UNKNOWN
    },
  }
}

/** `amount`: in units of the operator's prices, with a sign. */
type Change = { msisdn: MobileNumber; amount: number; reference: string }

async function act(
  client: TmforumClient,
  { kind, msisdn, amount, reference }: Change & { kind: 'reserveBalance' | 'adjustBalance' },
  more: (accountId: string) => object,
): Promise<OperatorResult<BalanceAction>> {
  const purse = await readPurse(client, msisdn)
  if (!purse.ok) return purse
  const action = balanceAction(
    { wireNumber: client.wireNumber(msisdn), units: amount, currency: MONEY.prices, purse: purse.value, reference },
    client.profile,
  )
  const body = { ...action, ...more(purse.value.accountId) }
  const answer = await client.write({ system: '654', method: 'POST', path: `/${kind}`, body, reference }, BalanceAction)
  if (answer.ok) return answer
  if (!answer.isConflict) return failed(answer.fault)
  // 409 under our own reference: the call may have succeeded before. Taking and giving back may share one, so the sign has to match.
  const earlier = await findBalanceActions(client, { kind, msisdn, reference })
  if (!earlier.ok) return UNKNOWN
  const same = earlier.value.find((one) => Math.sign(one.amount?.amount ?? amount) === Math.sign(amount))
  return same ? good(same) : failed(answer.fault)
}

async function adjust(client: TmforumClient, change: Change): Promise<OperatorResult<{ operatorReference: string }>> {
  const answer = await act(client, { kind: 'adjustBalance', ...change }, () => ({ adjustType: 'oneTime' }))
  if (!answer.ok) return answer
  const stand = standing(answer.value)
  // I19: done, but for something else. The requested change is looked up by its reference.
  const asked = { ...change, attribute: client.profile.reference.attributes['654'] }
  if (stand === 'done' && !isAsAsked(answer.value, asked)) return UNKNOWN
  if (stand === 'done') return good({ operatorReference: idOf(answer.value) ?? change.reference })
  return stand === 'failed' ? refused(answer.value.status ?? 'failed') : UNKNOWN
}

async function dropReservation(client: TmforumClient, reservationId: string, reference: string): Promise<OperatorResult<null>> {
  const segment = pathSegment(reservationId)
  if (segment === null) return refused('no-such-reservation')
  const path = `/reserveBalance/${segment}`
  const answer = await client.write({ system: '654', method: 'DELETE', path, reference }, Type.Unknown())
  // A missing reservation holds no money: it was released before, or has expired.
  return answer.ok || answer.fault.kind === 'not-found' ? good(null) : failed(answer.fault)
}
