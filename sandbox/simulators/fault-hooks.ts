import assert from 'node:assert/strict'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../world/world.ts'
import type { SimulatorName } from './simulator-names.ts'
import type { FaultEffects } from './fault-rules.ts'
import type { SimulatorTraffic } from './simulator-traffic.ts'

const NO_FAULT: FaultEffects = {}
const effects = new WeakMap<FastifyRequest, FaultEffects>()

/** Faults that a handler must apply itself: to its webhooks, and delays of its effect. */
export function faultsOf(request: FastifyRequest): FaultEffects {
  return effects.get(request) ?? NO_FAULT
}

type Options = { face: SimulatorName; world: World; traffic: SimulatorTraffic }

/** Injects faults into every route of a simulator. Called in the simulator's own scope, before its routes. */
export function applyFaults(app: FastifyInstance, { face, world, traffic }: Options): void {
  app.addHook('onRoute', (route) => {
    assert(namedBy(route.config), `${face}: the route ${route.url} names no operation`)
  })

  app.addHook('preHandler', async (request, reply) => {
    const operation = operationOf(request)
    if (operation === undefined) return undefined
    const fault = world.faults.take({ face, operation, fields: [request.body, request.query, request.params] })
    if (!fault) return undefined
    effects.set(request, fault)
    if (fault.dropRequest) return hangUp(request, reply)
    if (fault.status === undefined && fault.body === undefined) return undefined
    return answerInstead(reply, fault)
  })

  app.addHook('onSend', async (request, _reply, payload) => {
    const { delayMs, dropAnswer } = faultsOf(request)
    if (delayMs !== undefined) await world.clock.wait(delayMs)
    if (dropAnswer) request.raw.socket.destroy()
    return payload
  })

  app.addHook('onResponse', async (request, reply) => {
    const operation = operationOf(request)
    traffic.count(face, { at: world.clock.iso(), isFailure: reply.statusCode >= 500 })
    request.log.info({ face, operation, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) }, 'answered')
  })
}

type OperationName = string | ((request: FastifyRequest) => string)

function namedBy(config: unknown): OperationName | undefined {
  return (config as { operation?: OperationName } | undefined)?.operation
}

function operationOf(request: FastifyRequest): string | undefined {
  const name = namedBy(request.routeOptions.config)
  return typeof name === 'function' ? name(request) : name
}

export function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

function answerInstead(reply: FastifyReply, { status = 200, body = '', contentType }: FaultEffects): FastifyReply {
  const isText = typeof body === 'string'
  return reply
    .code(status)
    .type(contentType ?? (isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'))
    .send(isText ? body : JSON.stringify(body))
}
