import type { GuardLimits } from '#outbound/system-guard.ts'
import { connectOperator, type Operator } from '#operator/connect-operator.ts'
import type { OperatorProfile } from '#operator/operator-profile.ts'
import { OPERATOR_PROFILES } from '#operator/operator-profiles.ts'
import { aLog } from './a-log.ts'
import { aScriptedServer, type Script, type ScriptedServer, type Seen } from './scripted-server.ts'

/** For a hanging operator. Every other test waits as long as the portal, so that a busy machine does not fail it. */
export const IMPATIENT: Partial<GuardLimits> = { readTimeoutMs: 80, readDeadlineMs: 250, writeTimeoutMs: 150 }

export type OperatorUnderTest = {
  operator: Operator
  server: ScriptedServer
  log: ReturnType<typeof aLog>
  /** Requests that reached the operator, without token requests. */
  calls: () => Seen[]
}

type Changes = { profile?: OperatorProfile; limits?: Partial<GuardLimits>; requestId?: () => string | undefined }

/** An operator that follows the script and grants every token. */
export async function anOperator(script: Script[] | ((request: Seen) => Script), changes: Changes = {}): Promise<OperatorUnderTest> {
  const next = typeof script === 'function' ? script : () => script.shift() ?? { text: 'the script is used up', status: 500 }
  const isTokenCall = ({ url }: Seen) => url.startsWith('/oauth2/token')
  const server = await aScriptedServer((request) =>
    isTokenCall(request) ? { json: { access_token: 'a-token', token_type: 'Bearer', expires_in: 3600 } } : next(request),
  )
  const log = aLog()
  const operator = connectOperator({
    profile: changes.profile ?? OPERATOR_PROFILES['tmf-v4'],
    baseUrl: server.url,
    credentials: { clientId: 'guichet', clientSecret: 'a-secret', apiKey: 'a-key' },
    clock: { now: () => new Date('2026-11-15T10:00:00Z') },
    log,
    limits: { repeatDelayMs: 1, ...changes.limits },
    ...(changes.requestId ? { requestId: changes.requestId } : {}),
  })
  return { operator, server, log, calls: () => server.requests.filter((request) => !isTokenCall(request)) }
}
