import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Words } from '../demo-identities.ts'
import type { World } from '../world/world.ts'
import type { Dialect } from './dialects.ts'
import type { SimulatorName } from './simulator-names.ts'

/**
 * The simulator of one public protocol. To add one: a folder beside `kannel/`, a value of this type, its name in `simulator-names.ts`
 * and a line in `registered-simulators.ts`; `npm run new -- connector <name>` does so for a gateway. Its routes live in a scope of their own, so content-type parsers and error answers may be the protocol's.
 */
export type Simulator = {
  name: SimulatorName
  title: string
  about: Words
  /** Where the portal finds it: shown on the front page. */
  path: string
  /** Its dialects besides strict; `world.dialects` is read for each response. */
  dialects?: readonly Exclude<Dialect, 'strict'>[]
  /** Every route carries `operation('name')`: that is what faults and traffic are counted by. */
  register(app: FastifyInstance, world: World): Promise<void> | void
}

/**
 * Route options that name what the route does in the protocol: `app.post(url, operation('charge'), handler)`. A protocol with one
 * address for every call names it by the request.
 */
export function operation(name: string | ((request: FastifyRequest) => string)): { config: object } {
  return { config: { operation: name } }
}
