import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { API_PREFIX } from '#calls/addresses.ts'
import { during, newRequestId } from '#outbound/work-under-way.ts'
import { Problem } from '#shared/problem.ts'
import { FailureReply } from '#shared/failure-reply.ts'
import { frontDoor, type FindReady } from './pages/front-door.ts'
import { measurePressure, shedLoad, type Pressure } from './limits/load-shedding.ts'
import { guardedLogStream, openLogOutput, workMixin } from './logging/logging.ts'
import type { Metrics } from './logging/metrics.ts'
import { nameRequests, type NamedRequests } from './logging/name-requests.ts'
import { describeCalls } from './calls/openapi.ts'
import { answerProblems, type FailureOf, type ProblemWords } from './calls/problem-replies.ts'
import { addSecurity } from './security/headers-and-origin.ts'
import type { OwnAddresses } from './security/own-addresses.ts'
import { refuseOtherWorld, type Worlds } from './security/worlds.ts'
import { parseStrictJson } from './security/strict-json.ts'
import { watchBodies } from './security/unfinished-bodies.ts'

export type AppOptions = {
  publicOrigin: string
  addresses: OwnAddresses
  isProduction: boolean
  worlds: Worlds
  trustedProxies: string[]
  logLevel: string
  /** API-8: whether /openapi.json tells every call to whoever asks. */
  describesCalls?: boolean
  words: ProblemWords
  failureOf: FailureOf
  metrics: Metrics
  /** Throws when a part that requests need is not reachable. */
  checkReady: () => Promise<void>
  /** Whether the database keeps what is written; without that pages and status go on, and purchases are refused. */
  canWrite: () => boolean
  routes: FastifyPluginAsync[]
  /** Where lines of the log go, masked; to standard output unless a test reads them. */
  logOutput?: { write(line: string): unknown } | undefined
  /** How busy the portal is; measured here unless a test says it. */
  pressure?: Pressure | undefined
}

const BODY_LIMIT_BYTES = 64 * 1024
const REQUEST_TIMEOUT_MS = 15_000
const KEEP_ALIVE_MS = 15_000

export type BuiltApp = {
  app: FastifyInstance
  /** Answers to requests for a route that need the framework no more, unless the portal is busy or stopping. */
  answerEarly: (find: FindReady, route: string) => void
  /** From now on `/readyz` says no, and every answer is the last one on its connection: whoever is in front goes elsewhere. */
  announceStop: () => void
}

/** Builds the portal's calls without opening a port: tests use `inject`. Pages are registered by whoever has a build of them. */
export async function buildApp(options: AppOptions): Promise<BuiltApp> {
  const door = frontDoor()
  const app = fastify({
    serverFactory: door.createServer,
    logger: { level: options.logLevel, mixin: workMixin, stream: guardedLogStream(options.logOutput ?? openLogOutput()) },
    // Addresses may hold a number or a transaction id: requests are logged by their route, in onResponse below.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: newRequestId,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: 2 * REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // Who still comes on a connection that stands is answered like anybody.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    // Nothing a caller sends is repaired in silence: a wrong type or an unknown field is refused.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false } },
  }).withTypeProvider<TypeBoxTypeProvider>()

  const named = nameRequests(app)
  addSecurity(app, options)
  refuseOtherWorld(app, options.worlds)
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
    answerEarly: (find, route) => door.open(find, { route, isClosed, metrics: options.metrics }),
    announceStop: stopping.announce,
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
    during(workOf(request), () => request.log.info(fields, 'answered'))
  })
}

/** A schema that lets unknown fields pass is a mistake of ours, found at start and not by an attacker. */
function refuseLooseSchemas(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, schema }) => {
    for (const part of [schema?.body, schema?.querystring]) {
      if (typeof part === 'object' && part !== null && !isClosed(part)) throw new Error(`the schema of ${url} must refuse unknown fields`)
    }
  })
}

type Part = { additionalProperties?: unknown; anyOf?: readonly object[] }

/** A choice of several shapes is closed when each of them is. */
function isClosed({ additionalProperties, anyOf }: Part): boolean {
  return anyOf ? anyOf.length > 0 && anyOf.every(isClosed) : additionalProperties === false
}

type Health = Pick<AppOptions, 'checkReady' | 'canWrite'> & { isStopping: () => boolean }

function addHealth(app: FastifyInstance, { checkReady, canWrite, isStopping }: Health): void {
  app.get('/healthz', { logLevel: 'silent', config: { isCalledFromOutside: true }, schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'silent', config: { isCalledFromOutside: true }, schema: { hide: true } }, async () => {
    if (isStopping()) throw new Problem('unavailable', 'the portal is stopping')
    await checkReady().catch(() => {
      throw new Problem('unavailable', 'the database does not answer')
    })
    // Still ready: every replica has the same database, and a balancer that took them all away would take away the pages too.
    return canWrite() ? { status: 'ready' } : { status: 'ready', writes: 'refused' }
  })
  app.all(`${API_PREFIX}/*`, { schema: { hide: true } }, async () => {
    throw new Problem('not-found')
  })
}

export type Log = FastifyBaseLogger
