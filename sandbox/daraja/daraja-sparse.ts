import type { FastifyInstance } from 'fastify'
import { isTold, keepFields, type Told } from '../simulators/keep-fields.ts'
import type { World } from '../world/world.ts'

/** Only what a client cannot do without. */
export function speakDaraja(app: FastifyInstance, world: World): void {
  app.addHook('preSerialization', async (_request, _reply, payload) =>
    world.dialects.of('daraja') === 'sparse' && isTold(payload) ? sparseAnswer(payload) : payload,
  )
}

function sparseAnswer(told: Told): Told {
  if ('errorCode' in told) return keepFields(told, ['errorCode', 'errorMessage'])
  if ('ResultCode' in told) return keepFields(told, ['CheckoutRequestID', 'ResultCode'])
  return keepFields(told, ['access_token', 'expires_in', 'MerchantRequestID', 'CheckoutRequestID', 'ResponseCode', 'ResponseDescription'])
}

/** Of a payment only the amount is returned. */
export function sparseItems<Item extends { Name: string }>(items: readonly Item[]): Item[] {
  return items.filter(({ Name }) => Name === 'Amount')
}
