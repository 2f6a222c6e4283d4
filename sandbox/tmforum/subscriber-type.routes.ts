import type { FastifyInstance } from 'fastify'
import type { LineType } from '../demo-identities.ts'
import { operation } from '../simulators/simulator.ts'
import { textField } from '../pages/forms.ts'
import type { World } from '../world/world.ts'
import { lineOf } from './lines-in-query.ts'
import { badRequest, MEDIA_TYPE, notFound } from './refusal.ts'
import type { Served } from './resource.ts'

const URL = '/odd/customers/v1/subscriberType'
const SUBSCRIBER_TYPES = {
  PREPAID: 'PREPAID',
  HYBRID: 'HYBRID',
  POSTPAID: 'CONTRACT',
  BROADBAND: 'CONVERGED',
} as const satisfies Record<LineType, string>

/** The odd operator's own call for the type of a line; no standard defines it. */
export function subscriberTypeRoutes(app: FastifyInstance, world: World): Served[] {
  app.get(URL, operation('subscriber-type.read'), (request, reply) => {
    const msisdn = textField(request.query, 'msisdn')
    if (msisdn === '') throw badRequest('msisdn is missing')
    const line = lineOf(world, msisdn)
    if (!line) throw notFound('This number is not of this operator')
    return reply.type(MEDIA_TYPE).send({ subscriberType: SUBSCRIBER_TYPES[line.type] })
  })
  return [{ pattern: new RegExp(`^${URL}$`), methods: ['GET'] }]
}
