import type { FastifyInstance } from 'fastify'
import { operation } from '../simulators/simulator.ts'
import { textField } from '../pages/forms.ts'
import type { Profile } from './profile.ts'
import { badRequest, MEDIA_TYPE, notFound } from './refusal.ts'
import type { Served } from './resource.ts'
import { PER_DOLLAR } from '../operator.ts'

/** In no standard: the same table behind two addresses, under two sets of names. */
const CALLS = {
  standard: { url: '/exchange/v1/rate', from: 'fromCurrency', to: 'toCurrency', rate: 'rate' },
  odd: { url: '/odd/forex/v1/rates', from: 'source', to: 'target', rate: 'exchangeRate' },
} as const satisfies Record<Profile['name'], object>

const DECIMALS = 8

export function exchangeRateRoutes(app: FastifyInstance, name: Profile['name']): Served[] {
  const call = CALLS[name]
  app.get(call.url, operation('exchange-rate.read'), (request, reply) => {
    const [from, to] = [textField(request.query, call.from), textField(request.query, call.to)]
    if (from === '' || to === '') throw badRequest(`${call.from} and ${call.to} are mandatory`)
    const [one, other] = [PER_DOLLAR[from], PER_DOLLAR[to]]
    if (one === undefined || other === undefined) throw notFound('No rate for this pair')
    return reply.type(MEDIA_TYPE).send({ [call.from]: from, [call.to]: to, [call.rate]: (other / one).toFixed(DECIMALS) })
  })
  return [{ pattern: new RegExp(`^${call.url}$`), methods: ['GET'] }]
}
