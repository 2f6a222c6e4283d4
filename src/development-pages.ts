import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import type { PageBuild } from './page-rendering.ts'

/** Pages straight from their source, reloading as it changes. Only `npm run dev` comes here. */
export async function developmentPages(app: FastifyInstance): Promise<PageBuild> {
  const vite = await createServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server: app.server } } })
  app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done))
  app.addHook('onClose', () => vite.close())
  return { mode: 'development', load: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild> }
}

/** The development server adds scripts and styles of its own: a strict policy would only be in its way. */
export function unfinishedPage(html: string): { html: string; policy: string } {
  return { html, policy: "default-src 'self' 'unsafe-inline' data: ws:" }
}
