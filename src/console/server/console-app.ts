import fastify, { LogController, type FastifyInstance } from 'fastify'
import { newRequestId } from '#outbound/request-context.ts'
import { createFieldCipher } from '#server/security/field-cipher.ts'
import { createAnswers } from './answers.ts'
import { serveAssets } from './console-assets.ts'
import { consoleServer, guardConsole } from './console-guard.ts'
import type { ConsoleOptions } from './console-options.ts'
import { pageRoutes } from './page-routes.ts'
import { createSessionGate } from './session-gate.ts'
import { sessionRoutes } from './session-routes.ts'
import { createSessions } from './sessions.ts'
import { createSignIns } from './sign-ins.ts'

const BODY_LIMIT_BYTES = 64 * 1024

/** CON-1: the operator's console, an app of its own beside the portal: another listener, other cookies, another policy, other limits. */
export async function buildConsole(options: ConsoleOptions): Promise<FastifyInstance> {
  const { url, hours, secret, secretBefore, trustedProxies, log, provider, deps, pages } = options
  const app = fastify({
    serverFactory: consoleServer,
    loggerInstance: log,
    // Addresses hold references and what was searched for: requests are logged by their route.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: newRequestId,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  })
  const isSecure = url.protocol === 'https:'
  const cipher = createFieldCipher({ secret, secretBefore })
  const { db, clock } = deps
  const sessions = createSessions({ db, clock, cipher, provider, isSecure, hours })
  const signIns = createSignIns({ db, clock, cipher, provider, isSecure })
  const assets = await serveAssets(app, options)
  const answers = createAnswers({ ...options, files: assets })
  const gate = createSessionGate({ sessions, answers, deps, secret })

  guardConsole(app, { url, refuse: (request, reply) => answers.alone(request, reply, { status: 403, kind: 'foreign', to: '/' }) })
  readForms(app)
  app.addHook('onResponse', async (request, reply) => {
    const fields = { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode }
    request.log.info({ ...fields, ms: Math.round(reply.elapsedTime) }, 'console request completed')
  })
  app.setErrorHandler(async (error, request, reply) => {
    request.log.error({ err: error }, 'console request failed')
    return answers.alone(request, reply, { status: statusOf(error), kind: 'broken', to: '/' })
  })
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }))
  sessionRoutes(app, { sessions, signIns, answers, gate, deps, provider, url })
  pageRoutes(app, { sessions, answers, gate, deps, pages })
  return app
}

/** Forms only; everything else that is posted is refused. A form with a file is read by the act that takes it, after its checks. */
function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload))
}

/** What the framework itself refuses keeps its status: a body that is too large, a type that is no form. */
function statusOf(error: unknown): number {
  const { statusCode }: { statusCode?: unknown } = Object(error)
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : 503
}
