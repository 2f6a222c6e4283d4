import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { operation } from '../simulators/simulator.ts'
import { faultsOf } from '../simulators/fault-hooks.ts'
import type { World } from '../world/world.ts'
import { answerQuery, selectFields, type Page, type Query, type TmfRecord } from './collection-query.ts'
import type { Profile } from './profile.ts'
import { MEDIA_TYPE, methodNotAllowed, notFound } from './refusal.ts'
import { asSent, isSparse } from './wire-form.ts'

/** One API of one profile at one address. */
export type Mount = { app: FastifyInstance; world: World; profile: Profile; base: string }

/** A request that creates a resource: its body, its reference, and the delay that a fault sets. */
export type CreateRequest<B> = { body: B; reference: string; lateMs: number | undefined }

export type Creation = {
  operation: string
  schema: TSchema
  /** The attribute that carries the caller's reference in the standard; '' when it has none. */
  referenceField: string
  run(given: CreateRequest<never>): TmfRecord
}

export type Resource = {
  path: string
  list: { operation: string; run(query: Query): TmfRecord[] }
  read: { operation: string; run(id: string): TmfRecord | undefined }
  create?: Creation
  /** False when the resource does not exist. */
  remove?: { operation: string; run(id: string): boolean }
}

/** Keeps the type of the body, which the schema defines. */
export function creation<S extends TSchema>(
  parts: Omit<Creation, 'run' | 'schema'> & { schema: S; run(given: CreateRequest<Static<S>>): TmfRecord },
) {
  return parts as Creation
}

export function hrefOf({ base }: Mount, path: string, id: string): string {
  return `${base}/${path}/${id}`
}

export function newId(letters: string): string {
  return `${letters}-${randomInt(10 ** 10)
    .toString()
    .padStart(10, '0')}`
}

/** An address and its methods. */
export type Served = { pattern: RegExp; methods: readonly string[] }

type OneOf = { Params: { id: string }; Querystring: Query }

export function serveResource(mount: Mount, { path, list, read, create, remove }: Resource): Served[] {
  const { app, profile, base } = mount
  const collection = `${base}/${path}`
  const item = `${collection}/:id`

  app.get<{ Querystring: Query }>(collection, operation(list.operation), (request, reply) =>
    answerPage(request, reply, { page: answerQuery(list.run(request.query), request.query), path, mount }),
  )
  app.get<OneOf>(item, operation(read.operation), (request, reply) => {
    const record = read.run(request.params.id)
    if (!record) throw notFound(`There is no ${path} ${request.params.id}`)
    return reply.type(MEDIA_TYPE).send(asSent(mount, request, { path, record: selectFields(record, request.query) }))
  })
  if (create) {
    app.post(collection, { ...operation(create.operation), schema: { body: create.schema } }, (request, reply) => {
      const reference = profile.referenceOf(request, create.referenceField)
      const madeBefore = profile.isRepeatHarmless ? findMadeBefore(mount, read, `${create.operation} ${reference}`) : undefined
      const record = madeBefore ?? create.run({ body: request.body as never, reference, lateMs: faultsOf(request).lateMs })
      if (record.id !== undefined) usedReferences(mount.world).put(`${create.operation} ${reference}`, { id: record.id })
      if (record.id !== undefined) reply.header('location', hrefOf(mount, path, record.id))
      return reply
        .code(201)
        .type(MEDIA_TYPE)
        .send(asSent(mount, request, { path, record }))
    })
  }
  if (remove) {
    app.delete<OneOf>(item, operation(remove.operation), (request, reply) => {
      if (!remove.run(request.params.id)) throw notFound(`There is no ${path} ${request.params.id}`)
      return reply.code(204).send()
    })
  }
  return [
    { pattern: new RegExp(`^${collection}$`), methods: create ? ['GET', 'POST'] : ['GET'] },
    { pattern: new RegExp(`^${collection}/[^/]+$`), methods: remove ? ['GET', 'DELETE'] : ['GET'] },
  ]
}

function usedReferences(world: World) {
  return world.store.collection<{ id: string }>('tmforum.used-references')
}

function findMadeBefore({ world }: Mount, read: Resource['read'], use: string): TmfRecord | undefined {
  const made = usedReferences(world).get(use)
  return made && read.run(made.id)
}

/**
 * 405 for an address with other methods, 404 for any other address, before the body is read. One route for all of them, because hundreds of
 * routes would slow every start.
 */
export function refuseOtherRequests(app: FastifyInstance, url: string, served: readonly Served[]): void {
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url,
    ...operation('not-served'),
    onRequest: async (request, reply) => {
      const [path = ''] = request.url.split('?', 1)
      const here = served.find(({ pattern }) => pattern.test(path))
      if (!here) throw notFound(`There is no ${request.method} ${path}`)
      reply.header('allow', here.methods.join(', '))
      throw methodNotAllowed(request.method)
    },
    handler: async () => undefined,
  })
}

function answerPage(request: FastifyRequest, reply: FastifyReply, shown: { page: Page; path: string; mount: Mount }): FastifyReply {
  const { page, path, mount } = shown
  const { records, offset, total } = page
  const isPartial = records.length < total
  if (!isSparse(mount)) reply.header('x-total-count', total).header('x-result-count', records.length)
  if (isPartial && mount.profile.partialPageStatus === 206)
    reply.code(206).header('link', linksOf(request.url, { offset, count: records.length, total }))
  return reply.type(MEDIA_TYPE).send(records.map((record) => asSent(mount, request, { path, record })))
}

function linksOf(url: string, { offset, count, total }: { offset: number; count: number; total: number }): string {
  const linkTo = (rel: string, from: number) => {
    const [path = '', query = ''] = url.split('?', 2)
    const parameters = new URLSearchParams(query)
    parameters.set('offset', String(from))
    return `<${path}?${parameters.toString()}>; rel="${rel}"`
  }
  const links = [linkTo('first', 0)]
  if (offset > 0) links.push(linkTo('prev', Math.max(0, offset - Math.max(count, 1))))
  if (count > 0 && offset + count < total) links.push(linkTo('next', offset + count))
  return links.join(', ')
}
