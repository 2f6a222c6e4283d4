import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { portalApi, surroundings } from '#portal/page-context.ts'
import { languageOf } from '#server/problem-replies.ts'
import type { RenderPage } from '#server/pages.ts'
import type { DirectCalls } from '#server/calls/direct-calls.ts'
import type { CountryProfile } from '#shared/country-profiles.ts'
import type { Language } from '#shared/language.ts'

/** The contexts as the bundle of pages knows them, see entry.server.tsx. */
type PageContexts = { portalApi: typeof portalApi; surroundings: typeof surroundings; renderedHtml: WeakMap<Response, string> }

export type PageBuild = { load: () => Promise<ServerBuild>; mode: 'production' | 'development' }

export type RenderingOptions = {
  build: PageBuild
  publicOrigin: string
  sandboxUrl: string | null
  country: CountryProfile
  callsFor: DirectCalls
  readContent: (name: string, language: Language) => Promise<unknown>
}

/** Joins the API, the visitor's surroundings and the built pages. */
export async function pageRenderer({
  build,
  publicOrigin,
  sandboxUrl,
  country,
  callsFor,
  readContent,
}: RenderingOptions): Promise<RenderPage> {
  // From a build React Router prepares its routes once; from a way to load one, for each request, as development needs it.
  const handle = createRequestHandler(build.mode === 'production' ? await build.load() : build.load, build.mode)
  return async function render(request: Request, seen: { fastifyRequest: FastifyRequest; reply: FastifyReply; scriptMark: string }) {
    const language = languageOf(seen.fastifyRequest)
    const contexts = pageContextsOf(await build.load())
    const context = new RouterContextProvider()
    context.set(contexts.portalApi, callsFor(seen.fastifyRequest, seen.reply))
    context.set(contexts.surroundings, {
      content: (name) => readContent(name, language),
      language,
      country,
      sandboxUrl,
      publicUrl: publicOrigin,
      scriptMark: build.mode === 'production' ? seen.scriptMark : undefined,
    })
    const response = await handle(request, context)
    return { response, html: contexts.renderedHtml.get(response) ?? (await response.text()) }
  }
}

function pageContextsOf(build: ServerBuild): PageContexts {
  const entry: object = build.entry.module
  if (!('pageContexts' in entry)) throw new Error('the built pages do not offer their contexts')
  return entry.pageContexts as PageContexts
}

const BROWSER_FOLDER = join(import.meta.dirname, '../build/browser')
const CLIENT_FOLDER = join(import.meta.dirname, '../build/client')

export function builtPages(): PageBuild {
  const build = import(join(import.meta.dirname, '../build/server/index.js')) as Promise<ServerBuild>
  return { mode: 'production', load: () => build }
}

/** Built files, compressed at build time; their names change with their content, so a phone keeps them for ever. */
export async function serveBuiltFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: [CLIENT_FOLDER, BROWSER_FOLDER],
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**', '*-manifest.json'],
    setHeaders(reply, path) {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
}

/** The built style sheets, read once. */
export function builtStyleSheets(): (href: string) => string | undefined {
  const known = new Map<string, string>()
  return (address) => {
    // React Router marks a sheet that it may need twice with an empty fragment.
    const href = address.replace(/#$/, '')
    if (!/^\/assets\/[A-Za-z0-9._-]+\.css$/.test(href)) return undefined
    const css = known.get(href) ?? readFileSync(join(CLIENT_FOLDER, href), 'utf8').trim()
    known.set(href, css)
    return css
  }
}
