import type { FastifyInstance } from 'fastify'
import { isTold, keepFields, type Told } from '../simulators/keep-fields.ts'
import type { World } from '../world/world.ts'

const PAID_CODES = new Set(['176', '178', '183', '188'])
const OPEN = ['merchant_transaction_id', 'request_status_code']
const PAID = [...OPEN, 'checkout_request_id', 'amount_paid', 'currency_code']

/** A request that was not paid names no amounts. */
export function sparseRequest(told: Told): Told {
  return keepFields(told, PAID_CODES.has(String(told['request_status_code'])) ? PAID : OPEN)
}

/** A token without its life, one address of the page, refusals without an empty result. */
export function speakTingg(app: FastifyInstance, world: World): void {
  app.addHook('preSerialization', async (_request, _reply, payload) =>
    world.dialects.of('tingg') === 'sparse' && isTold(payload) ? sparseAnswer(payload) : payload,
  )
}

function sparseAnswer(told: Told): Told {
  if ('access_token' in told) return keepFields(told, ['access_token'])
  const { results } = told
  if (!isTold(results)) return keepFields(told, ['status'])
  if ('long_url' in results) return { ...told, results: keepFields(results, ['long_url']) }
  return 'request_amount' in results ? { ...told, results: sparseRequest(results) } : keepFields(told, ['status'])
}
