import { basename, dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { TILE_FILE_PREFIX, type MapSettings } from '#settings/map-services.ts'

/** Serves the operator's file of tiles in ranges, and no other file beside it. */
export async function serveTileFile(app: FastifyInstance, { tileFile }: MapSettings): Promise<void> {
  if (!tileFile) return
  const name = basename(tileFile)
  await app.register(fastifyStatic, {
    root: dirname(tileFile),
    prefix: TILE_FILE_PREFIX,
    decorateReply: false,
    cacheControl: false,
    allowedPath: (path) => path === `/${name}`,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
}
