import type { FastifyInstance } from 'fastify'
import { ownOrigin } from '../card-gateways/return-address.ts'
import { isTold, keepFields, type Told } from '../simulators/keep-fields.ts'
import type { World } from '../world/world.ts'
import type { GsmaProfile } from './gsma-profile.ts'

const REQUIRED = {
  state: ['serverCorrelationId', 'status', 'notificationMethod', 'error'],
  transaction: ['transactionReference', 'transactionStatus', 'amount', 'currency', 'type', 'debitParty', 'creditParty'],
  reversal: ['transactionReference', 'transactionStatus', 'type', 'originalTransactionReference'],
  // The parameters hold the additions of our agreement with a wallet.
  error: ['errorCategory', 'errorCode', 'errorParameters'],
}

/** What the standard requires and no more: a completed request names no transaction, a reversal no amount. Its free words are cased otherwise. */
export function sparseGsma(told: Told): Told {
  if ('errorCode' in told) return keepFields(told, REQUIRED.error)
  if ('serverCorrelationId' in told) {
    const state = keepFields(told, REQUIRED.state)
    return isTold(state['error']) ? { ...state, error: sparseGsma(state['error']) } : state
  }
  if (!('transactionReference' in told)) return 'serviceStatus' in told ? keepFields(told, ['serviceStatus']) : told
  const short = keepFields(told, told['type'] === 'reversal' ? REQUIRED.reversal : REQUIRED.transaction)
  const word = String(short['transactionStatus'])
  return { ...short, transactionStatus: word.charAt(0).toUpperCase() + word.slice(1) }
}

/** Responses in the sparse dialect, where links are absolute URLs. */
export function speakGsma(app: FastifyInstance, world: World, { face, base }: GsmaProfile): void {
  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (world.dialects.of(face) === 'strict' || !isTold(payload)) return payload
    const { link } = payload
    return typeof link === 'string' ? { link: `${ownOrigin(request)}${base}${link}` } : sparseGsma(payload)
  })
}
