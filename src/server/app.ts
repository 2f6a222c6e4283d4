import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { LogController, type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { API_PREFIX } from '#calls/addresses.ts'
import { runInContext, newRequestId } from '#outbound/request-context.ts'
import { Problem } from '#shared/problem.ts'
import { FailureReply } from '#shared/failure-reply.ts'
import { fastPath, type FindCachedResponse } from './pages/fast-path.ts'
import { measurePressure, shedLoad, type Pressure } from './limits/load-shedding.ts'
import { guardedLogStream, openLogOutput, workMixin } from './logging/logging.ts'
import type { Metrics } from './logging/metrics.ts'
import { nameRequests, type NamedRequests } from './logging/name-requests.ts'
import { describeCalls } from './calls/openapi.ts'
import { answerProblems, type FailureOf, type ProblemWords } from './calls/problem-replies.ts'
import { addSecurity } from './security/headers-and-origin.ts'
import type { OwnOrigins } from './security/own-origins.ts'
import { rejectWrongEnvironment, type EnvironmentKeys } from './security/environment-keys.ts'
import { parseStrictJson } from './security/strict-json.ts'
import { SCHEMA_COMPILERS } from './calls/schema-compilers.ts'
import { watchBodies } from './security/unfinished-bodies.ts'

export type AppOptions = {
  publicOrigin: string
  addresses: OwnOrigins
  isProduction: boolean
  worlds: EnvironmentKeys
  trustedProxies: string[]
  logLevel: string
  /** API-8: whether /openapi.json describes every call publicly. */
  describesCalls?: boolean
  words: ProblemWords
  failureOf: FailureOf
  metrics: Metrics
  /** Throws when a dependency that requests need is not reachable. */
  checkReady: () => Promise<void>
  /** Whether the database accepts writes; without them pages and status keep working, and purchases are refused. */
  canWrite: () => boolean
  /** Additional content of `/readyz`: mode, test systems, and what an operator should fix. */
  tellSetup?: () => Promise<object>
  routes: FastifyPluginAsync[]
  /** Destination of log lines, masked; standard output unless a test reads them. */
  logOutput?: { write(line: string): unknown } | undefined
  /** How busy the portal is; measured here unless a test sets it. */
  pressure?: Pressure | undefined
}

const BODY_LIMIT_BYTES = 64 * 1024
const REQUEST_TIMEOUT_MS = 15_000
const KEEP_ALIVE_MS = 15_000

export type BuiltApp = {
  app: FastifyInstance
  /** Serves cached responses without the framework, unless the portal is busy or stopping. */
  serveFromFastPath: (find: FindCachedResponse, route: string) => void
  /** From now on `/readyz` fails, and every response closes its connection, so that the balancer sends clients to another replica. */
  startDraining: () => void
}

/** Builds the portal's calls without opening a port: tests use `inject`. The composition registers pages where a build of them exists. */
export async function buildApp(options: AppOptions): Promise<BuiltApp> {
  const connections = fastPath({ onCut: () => options.metrics.countCut() })
  const app = fastify({
    serverFactory: connections.createServer,
    logger: { level: options.logLevel, mixin: workMixin, stream: guardedLogStream(options.logOutput ?? openLogOutput()) },
    // Addresses may contain a number or a transaction id: requests are logged by their route, in onResponse below.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: newRequestId,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: 2 * REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // Requests that still arrive on open connections are answered as usual.
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => decodableUrl(url),
    routerOptions: { maxParamLength: 200 },
    schemaController: SCHEMA_COMPILERS,
    // Client input is never repaired silently: a wrong type or an unknown field is refused.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false } },
  }).withTypeProvider<TypeBoxTypeProvider>()

  const named = nameRequests(app)
  addSecurity(app, options)
  rejectWrongEnvironment(app, options.worlds)
  const shedding = shedLoad(app, {
    pressure: options.pressure ?? measurePressure(app),
    words: options.words,
    onShed: () => options.metrics.countShed(),
  })
  watchBodies(app, { onCut: () => options.metrics.countCut() })
  answerProblems(app, options.failureOf)
  readBodiesStrictly(app)
  watchRequests(app, named, options.metrics)
  refuseLooseSchemas(app)
  if (options.describesCalls) await describeCalls(app, options.publicOrigin)
  app.addSchema(FailureReply)
  const stopping = sayWhenStopping(app)
  addHealth(app, { ...options, isStopping: stopping.isAnnounced })
  for (const routes of options.routes) await app.register(routes)
  const isClosed = () => stopping.isAnnounced() || shedding.isShedding()
  return {
    app,
    serveFromFastPath: (find, route) => connections.open(find, { route, isClosed, metrics: options.metrics }),
    startDraining: stopping.announce,
  }
}

/** ERR-1: an address with a broken escape is looked up as it was written, and the page says that it is unknown. */
function decodableUrl(url: string): string {
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

function sayWhenStopping(app: FastifyInstance): { announce(): void; isAnnounced(): boolean } {
  let isAnnounced = false
  const announce = () => {
    isAnnounced = true
  }
  app.addHook('onRequest', async (_request, reply) => {
    if (isAnnounced) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => announce())
  return { announce, isAnnounced: () => isAnnounced }
}

function readBodiesStrictly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseStrictJson(body.toString()))
    } catch {
      done(new Problem('bad-request', 'the body is not acceptable JSON'))
    }
  })
}

function watchRequests(app: FastifyInstance, { workOf }: NamedRequests, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    metrics.observeRequest({ route, method: request.method, status: reply.statusCode, milliseconds: reply.elapsedTime })
    const fields = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    runInContext(workOf(request), () => request.log.info(fields, 'request completed'))
  })
}

/** A schema that allows unknown fields is a bug of ours, found at start and not by an attacker. */
function refuseLooseSchemas(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, schema }) => {
    for (const part of [schema?.body, schema?.querystring]) {
      if (typeof part === 'object' && part !== null && !isClosed(part)) throw new Error(`the schema of ${url} must refuse unknown fields`)
    }
  })
}

type Part = { additionalProperties?: unknown; anyOf?: readonly object[] }

/** A union is closed when each of its members is. */
function isClosed({ additionalProperties, anyOf }: Part): boolean {
  return anyOf ? anyOf.length > 0 && anyOf.every(isClosed) : additionalProperties === false
}

type Health = Pick<AppOptions, 'checkReady' | 'canWrite' | 'tellSetup'> & { isStopping: () => boolean }

function addHealth(app: FastifyInstance, { checkReady, canWrite, tellSetup, isStopping }: Health): void {
  app.get('/healthz', { logLevel: 'silent', config: { isExternalEndpoint: true }, schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'silent', config: { isExternalEndpoint: true }, schema: { hide: true } }, async () => {
    if (isStopping()) throw new Problem('unavailable', 'the portal is stopping')
    await checkReady().catch(() => {
      throw new Problem('unavailable', 'the database does not answer')
    })
    // Still ready: every replica has the same database, and a balancer that removed them all would remove the pages too.
    return { status: 'ready', ...(await tellSetup?.()), ...(!canWrite() && { writes: 'refused' }) }
  })
  app.all(`${API_PREFIX}/*`, { schema: { hide: true } }, async () => {
    throw new Problem('not-found')
  })
}
