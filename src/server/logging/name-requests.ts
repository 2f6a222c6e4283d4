import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runInContext, createRequestContext, type RequestContext } from '#outbound/request-context.ts'

export type NamedRequests = { workOf(request: FastifyRequest): RequestContext }

/** All work of a request carries its id, outbound calls included. */
export function nameRequests(app: FastifyInstance): NamedRequests {
  const works = new WeakMap<FastifyRequest, RequestContext>()

  function workOf(request: FastifyRequest): RequestContext {
    const work = works.get(request) ?? createRequestContext(request.id)
    works.set(request, work)
    return work
  }

  app.addHook('onRequest', (request, _reply, done) => runInContext(workOf(request), done))
  // A body arrives by events of its connection, which run outside the request's context.
  app.addHook('preValidation', (request, _reply, done) => runInContext(workOf(request), done))
  return { workOf }
}
