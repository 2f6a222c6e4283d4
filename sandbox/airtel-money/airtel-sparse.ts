import type { FastifyInstance } from 'fastify'
import { isTold, keepFields, type Told } from '../simulators/keep-fields.ts'
import type { World } from '../world/world.ts'

/** Only what a client cannot do without; the id of an accepted request is `false`, as a sample of the document has it. */
export function speakAirtel(app: FastifyInstance, world: World): void {
  app.addHook('preSerialization', async (_request, _reply, payload) =>
    world.dialects.of('airtel-money') === 'sparse' && isTold(payload) ? sparseAnswer(payload) : payload,
  )
}

function sparseAnswer(told: Told): Told {
  if (!('status' in told)) return keepFields(told, ['access_token', 'expires_in'])
  const data = isTold(told['data']) ? told['data'] : null
  const transaction = data && isTold(data['transaction']) ? data['transaction'] : null
  const status = isTold(told['status']) ? keepFields(told['status'], ['success', 'response_code', 'result_code']) : told['status']
  if (!transaction) return { ...keepFields(told, ['data']), status }
  const isAccepted = transaction['status'] === 'SUCCESS' && 'id' in transaction
  const kept = keepFields(transaction, ['id', 'airtel_money_id', 'status'])
  return { data: { transaction: isAccepted ? { ...kept, id: false } : kept }, status }
}
