import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PACK_PAGES, packPath, type PackPage } from '#portal/offline/offline-addresses.ts'
import { LANGUAGES, type Language } from '#shared/language.ts'

type Pack = { contentVersion: string; pages: Promise<PackPage[]> }

/**
 * OFF-5: the pages that a phone may fetch to read offline, and their size. Pages are requested as a phone requests them, once for every
 * version of the content. Only where the worker that stores them is enabled.
 */
export async function servePack(app: FastifyInstance, contentVersion: () => Promise<string>): Promise<void> {
  const packs = new Map<Language, Pack>()

  async function packIn(language: Language, asking: FastifyRequest): Promise<PackPage[]> {
    const version = await contentVersion()
    const known = packs.get(language)
    if (known?.contentVersion === version) return known.pages
    const pages = Promise.all(PACK_PAGES.map((path) => weigh(app, path, { language, asking }))).then((weighed) => weighed.flat())
    const pack = { contentVersion: version, pages }
    packs.set(language, pack)
    // A page whose size is unknown is measured for the next request.
    pages.catch(() => packs.get(language) === pack && packs.delete(language))
    return pages
  }

  for (const language of LANGUAGES)
    app.get(packPath(language), { schema: { hide: true } }, async (request, reply) => {
      reply.header('cache-control', 'no-cache')
      return { pages: await packIn(language, request) }
    })
}

type Asked = { language: Language; asking: FastifyRequest }

/** Nothing where this portal has no such page, for example no codes to dial. */
async function weigh(app: FastifyInstance, path: string, { language, asking }: Asked): Promise<PackPage[]> {
  const { statusCode, rawPayload, headers } = await app.inject({
    url: path,
    remoteAddress: asking.ip,
    headers: { ...forwarded(asking), cookie: `lang=${language}`, 'accept-encoding': 'br' },
  })
  if (statusCode >= 500 || statusCode === 429) throw new Error(`${path} answered ${statusCode}`)
  return statusCode === 200 ? [{ path, version: String(headers.etag).replace(/[^\w-]/g, ''), bytes: rawPayload.length }] : []
}

/** The name by which the portal was reached. */
function forwarded({ headers }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      (name === 'host' || name.startsWith('x-forwarded-')) && typeof value === 'string' ? [[name, value]] : [],
    ),
  )
}
