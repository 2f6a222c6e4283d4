import type { FastifyPluginAsync } from 'fastify'
import type { EventCounter } from '#features/analytics/server/tally.ts'
import type { FieldEncryption } from '#features/field-encryption/server/field-encryption.ts'
import { isPackageName } from '#features/site-content/server/shipped-packages.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import { buildApp } from '#server/app.ts'
import { directCalls } from '#server/calls/direct-calls.ts'
import { fetchedCalls } from '#server/calls/fetched-calls.ts'
import { outboundRoutes } from '#server/calls/outbound-routes.ts'
import { createFailureReplies, type ProblemWords } from '#server/calls/problem-replies.ts'
import type { Served } from '#server/calls/serve.ts'
import type { Visitors } from '#server/calls/visitor.ts'
import { hashIp } from '#server/limits/caller.ts'
import { environmentKeys } from '#server/security/environment-keys.ts'
import type { Language } from '#shared/language.ts'
import type { Upstreams, PortalCore } from './portal-core.ts'
import { createSetup, type Demonstrations } from './setup.ts'

type Features = {
  content: SiteContent
  sealing: FieldEncryption
  tally: EventCounter
  visitors: Visitors
  calls: Served[]
  routes: FastifyPluginAsync[]
  demonstrations: Demonstrations
}

/** The calls and routes of all features as an app without a port; and what pages need of it. */
export async function servePortal(core: PortalCore, outside: Upstreams, features: Features) {
  const { secret, publicUrl, mode, callers, addresses, trustedProxies, logLevel, apiDescription, metrics, checkReady, writes } = core
  const { content, sealing, tally, visitors, calls, routes, demonstrations } = features
  const setup = createSetup(core, demonstrations)
  metrics.sample({ part: 'setup', everySeconds: 60, read: setup.samples })
  const words = problemWords(content)
  const failureOf = createFailureReplies(words, ({ call, ip }) => core.puzzles.offer({ call, address: hashIp(secret, ip) }))
  const built = await buildApp({
    publicOrigin: publicUrl.origin,
    isProduction: mode === 'production',
    worlds: environmentKeys({ isProduction: mode === 'production', callers }),
    trustedProxies,
    logLevel,
    describesCalls: apiDescription === 'on',
    addresses,
    words,
    failureOf,
    metrics,
    pressure: outside.pressure,
    logOutput: outside.logOutput,
    checkReady,
    canWrite: () => writes?.isOpen() ?? true,
    tellSetup: setup.tell,
    routes: [fetchedCalls(calls, visitors, sealing), outboundRoutes(core.outboundRoutes), ...routes],
  })
  core.log.writeTo(built.app.log)
  // Waiting requests end before the server waits for them; counts are stored after the last one.
  built.app.addHook('preClose', async () => core.rateLimiter.close())
  built.app.addHook('onClose', () => tally.flush().catch(() => {}))
  return {
    ...built,
    addresses,
    db: core.db,
    metrics,
    tally,
    sealing,
    setup,
    failureOf,
    /** The calls as pages make them. */
    callsFor: directCalls(calls, { visitors, failureOf, metrics }),
    readContent: contentReader(content),
    /** As of one moment: for all that one page says. */
    pinContent: async () => contentReader(await content.pinned()),
  }
}

function problemWords(content: SiteContent): ProblemWords {
  return async (kind, language) => String((await content.read('problem-translation', language))[kind])
}

function contentReader(content: Pick<SiteContent, 'read'>): (name: string, language: Language) => Promise<unknown> {
  return async (name, language) => {
    if (!isPackageName(name)) throw new Error(`there is no package ${name}`)
    return content.read(name, language)
  }
}
