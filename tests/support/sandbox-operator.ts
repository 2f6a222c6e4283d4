import type { FastifyInstance } from 'fastify'
import { connectOperator, type Operator } from '#operator/connect-operator.ts'
import { OPERATOR_PROFILES } from '#operator/operator-profiles.ts'
import { aLog } from './a-log.ts'

/** The sandbox's operator: two profiles, the standard one in both dialects. */
const PLAYED_OPERATORS = {
  'tmf-v4': { profile: 'tmf-v4', dialect: 'strict' },
  odd: { profile: 'odd', dialect: 'strict' },
  'tmf-v4 sparse': { profile: 'tmf-v4', dialect: 'sparse' },
} as const
export type PlayedOperator = keyof typeof PLAYED_OPERATORS

type Movement = { kind: string; ourReference: string; msisdn?: string; account?: string; productCode?: string; amount: number }

type SandboxOperator = {
  operator: Operator
  log: ReturnType<typeof aLog>
  ledger(): Promise<Movement[]>
  misbehave(fault: object): Promise<unknown>
}

/** Resets a sandbox to the page of identities, with a new operator connection. */
export function sandboxOperators(app: FastifyInstance, url: string): (name: PlayedOperator) => Promise<SandboxOperator> {
  const control = (path: string, payload?: object) =>
    app.inject({ method: 'POST', url: `/control/${path}`, ...(payload ? { payload } : {}) })

  return async (name) => {
    const { profile, dialect } = PLAYED_OPERATORS[name]
    await control('reset')
    await control('dialect', { face: 'tmforum', dialect })
    const log = aLog()
    const operator = connectOperator({
      profile: OPERATOR_PROFILES[profile],
      baseUrl: new URL(url),
      credentials: { clientId: 'guichet', clientSecret: 'sandbox-operator', apiKey: 'sandbox-odd-key' },
      clock: { now: () => new Date() },
      log,
    })
    const ledger = async (): Promise<Movement[]> => (await app.inject('/control/ledger')).json()
    return { operator, log, ledger, misbehave: (fault) => control('faults', { face: 'tmforum', ...fault }) }
  }
}
