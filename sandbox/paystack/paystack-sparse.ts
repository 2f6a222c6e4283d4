import type { FastifyInstance } from 'fastify'
import { isTold, keepFields, type Told } from '../simulators/keep-fields.ts'
import type { World } from '../world/world.ts'

const CHARGE = ['id', 'status', 'reference', 'amount', 'currency', 'gateway_response']
const REFUND = ['status', 'transaction_reference', 'refund_reference', 'amount', 'currency']
/** Null by the document while nothing is known of them. */
const MAY_BE_NULL = ['log', 'fees', 'paid_at', 'paidAt', 'receipt_number', 'message']

/** Nothing is required in an error: only its words are left. All fields of a transaction are required, and what may be null is. */
export function speakPaystack(app: FastifyInstance, world: World): void {
  app.addHook('preSerialization', async (_request, _reply, payload) => {
    if (world.dialects.of('paystack') === 'strict' || !isTold(payload)) return payload
    if (payload['status'] === false) return keepFields(payload, ['message'])
    const { data } = payload
    return isTold(data) && 'gateway_response' in data ? { ...payload, data: withNulls(data) } : payload
  })
}

function withNulls(data: Told): Told {
  const nulls = MAY_BE_NULL.filter((name) => name in data).map((name) => [name, null])
  return { ...data, ...Object.fromEntries(nulls), authorization: {}, metadata: '' }
}

export function sparseEvent(event: { event: string; data: object }): object {
  return { ...event, data: keepFields({ ...event.data }, event.event === 'charge.success' ? CHARGE : REFUND) }
}
