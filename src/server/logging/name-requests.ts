import type { FastifyInstance, FastifyRequest } from 'fastify'
import { during, newWork, type Work } from '#outbound/work-under-way.ts'

export type NamedRequests = { workOf(request: FastifyRequest): Work }

/** Everything that is done for a request is known by its id, also what leaves the house for it. */
export function nameRequests(app: FastifyInstance): NamedRequests {
  const works = new WeakMap<FastifyRequest, Work>()

  function workOf(request: FastifyRequest): Work {
    const work = works.get(request) ?? newWork(request.id)
    works.set(request, work)
    return work
  }

  app.addHook('onRequest', (request, _reply, done) => during(workOf(request), done))
  // A body arrives by events of its connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => during(workOf(request), done))
  return { workOf }
}
