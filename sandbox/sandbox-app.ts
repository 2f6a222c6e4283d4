import ajvCompiler from '@fastify/ajv-compiler'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import { controlRoutes } from './control/control.routes.ts'
import { createSimulatorTraffic } from './simulators/simulator-traffic.ts'
import { applyFaults } from './simulators/fault-hooks.ts'
import type { Simulator } from './simulators/simulator.ts'
import { SIMULATORS } from './simulators/registered-simulators.ts'
import { handsetRoutes } from './handset/handset.routes.ts'
import { homeRoutes } from './home/home.routes.ts'
import { pageActionRoutes } from './pages/page-actions.routes.ts'
import { createUssdDialler } from './handset/ussd-dialler.ts'
import { SANDBOX_SMPP, SANDBOX_USSD } from './sandbox-settings.ts'
import { staffAccountRoutes } from './staff-accounts/staff-accounts.routes.ts'
import { createSmppNetwork } from './smpp/smpp-network.ts'
import { dialByEither } from './smpp/dial-by-either.ts'
import { createWorld, type World } from './world/world.ts'

export type SandboxOptions = {
  /** The folder of the world's journal; without it, in memory only. */
  folder?: string
  portalUrl?: string
  /** The console of the operator's staff, who sign in with accounts of the sandbox. */
  consoleUrl?: string
  /** The portal's mode: the sandbox refuses 'production'. */
  mode?: string
  /** A file for one line per answered call. */
  log?: string
  simulators?: readonly Simulator[]
  /** What the phones dial, and how the network's gateway makes itself known to the portal. */
  ussd?: { code: string; key: string }
  /** Where programs bind by SMPP; without it phones dial by the HTTP form only. */
  smppPort?: number | null
  realNow?: () => number
}

const REQUEST_TIMEOUT_MS = 30_000
/** A schema is compiled once for all sandboxes of a process: compiling took half of the time that one needs to begin. */
const buildValidator = ajvCompiler()

/** The pretend outside world as an application. Its world is `app.getDecorator<World>('world')`. */
export async function buildSandbox(options: SandboxOptions = {}): Promise<FastifyInstance> {
  const {
    folder,
    portalUrl = 'http://localhost:3000',
    consoleUrl = 'http://localhost:3003',
    simulators = SIMULATORS,
    ussd = SANDBOX_USSD,
    smppPort = null,
    realNow,
  } = options
  if (options.mode === 'production') throw new Error('the sandbox does not run in production mode')

  const app = fastify({
    logger: options.log === undefined ? false : { level: 'info', file: options.log },
    logController: new LogController({ disableRequestLogging: true }), // addresses carry numbers, texts and passwords
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    schemaController: { compilersFactory: { buildValidator } },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  })
  const world = createWorld({
    folder,
    portalUrl,
    ...(realNow ? { realNow } : {}),
    onError: (error, kind) => app.log.error({ err: error, kind }, 'a job failed'),
  })
  app.decorate<World>('world', world)
  app.addHook('onReady', async () => world.scheduler.start())
  app.addHook('onClose', () => world.close())

  app.setNotFoundHandler((request, reply) => reply.code(404).send({ error: `SANDBOX: nothing answers ${request.method} here` }))

  const traffic = createSimulatorTraffic()
  await app.register(controlRoutes({ world, portalUrl, simulators }))
  await app.register(pageActionRoutes({ world, portalUrl, simulators }))
  await app.register(homeRoutes({ world, portalUrl, consoleUrl, simulators, traffic }))
  await app.register(staffAccountRoutes({ portalUrl, consoleUrl }))
  const smpp = smppPort === null ? null : await createSmppNetwork({ ...SANDBOX_SMPP, port: smppPort, code: ussd.code })
  app.decorate('smppPort', smpp?.centre.port ?? null)
  app.addHook('onClose', () => smpp?.centre.stop())
  const byForm = createUssdDialler({ portalUrl, ...ussd })
  const dialler = smpp ? dialByEither(smpp, byForm) : byForm
  await app.register(handsetRoutes({ world, portalUrl, simulators, ussdCode: ussd.code, dialler }))
  for (const simulator of simulators) {
    await app.register(async (scope) => {
      applyFaults(scope, { face: simulator.name, world, traffic })
      await simulator.register(scope, world)
    })
  }
  return app
}
