import { randomBytes, randomInt } from 'node:crypto'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { WalletOutcome } from '../wallet-payments/payer-plans.ts'
import type { World } from '../world/world.ts'
import { internationalNumber } from '../world/numbers.ts'

export type DarajaPush = {
  merchantRequestId: string
  checkoutRequestId: string
  /** AccountReference: printed on the payer's SMS. */
  ourReference: string
  msisdn: string
  amount: number
  callbackUrl: string
  createdAt: number
  outcome?: WalletOutcome
  receipt?: string
  endedAt?: number
  /** The number of queries while it was open: the two forms of "not yet" alternate. */
  questions: number
  noticeFaults: WebhookEffects
}

export type NewDarajaPush = Pick<DarajaPush, 'ourReference' | 'msisdn' | 'amount' | 'callbackUrl' | 'noticeFaults'>

/** What Daraja calls an outcome. */
export const RESULTS: Record<WalletOutcome, { code: number; text: string }> = {
  paid: { code: 0, text: 'The service request is processed successfully.' },
  'insufficient-funds': { code: 1, text: 'The balance is insufficient for the transaction.' },
  declined: { code: 17, text: 'Rule limited.' },
  'payer-declined': { code: 1032, text: 'Request cancelled by user.' },
  expired: { code: 1037, text: 'DS timeout user cannot be reached.' },
  locked: { code: 8006, text: 'The security credential is locked.' },
}

export type DarajaPushes = {
  create(asked: NewDarajaPush): DarajaPush
  put(push: DarajaPush): DarajaPush
  find(checkoutRequestId: string): DarajaPush | undefined
}

export function createDarajaPushes(world: World): DarajaPushes {
  const pushes = world.store.collection<DarajaPush>('daraja.pushes')

  function put(push: DarajaPush): DarajaPush {
    pushes.put(push.checkoutRequestId, push)
    return push
  }

  return {
    create(asked) {
      const createdAt = world.clock.now()
      return put({
        ...asked,
        merchantRequestId: `${randomInt(10_000, 99_999)}-${randomInt(10_000_000, 99_999_999)}-1`,
        checkoutRequestId: `ws_CO_${nairobiTime(createdAt)}${randomInt(100, 999)}${internationalNumber(asked.msisdn)}`,
        createdAt,
        questions: 0,
      })
    },
    put,
    find: (checkoutRequestId) => pushes.get(checkoutRequestId),
  }
}

export function newReceipt(): string {
  return randomBytes(5).toString('hex').toUpperCase()
}

/** ddMMyyyyHHmmss as clocks in Nairobi show it, three hours before UTC all year. */
function nairobiTime(at: number): string {
  const [date = '', time = ''] = nairobiIso(at).split('T')
  return date.split('-').toReversed().join('') + time.slice(0, 8).replaceAll(':', '')
}

/** yyyyMMddHHmmss as a number, as callbacks write it. */
export function transactionDate(at: number): number {
  return Number(nairobiIso(at).slice(0, 19).replace(/\D/g, ''))
}

function nairobiIso(at: number): string {
  return new Date(at + 3 * 3_600_000).toISOString()
}
