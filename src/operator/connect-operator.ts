import type { OperatorBills } from '#features/bills/server/operator-bills.ts'
import type { OperatorCatalogue } from '#features/bundles/server/operator-catalogue.ts'
import type { OperatorLeads } from '#features/home-broadband-lead/server/operator-leads.ts'
import type { OperatorLines } from '#features/line/server/operator-lines.ts'
import type { OperatorAirtime } from '#payment-connectors/airtime/operator-airtime.ts'
import type { OperatorDelivery } from '#features/payment/delivery.ts'
import type { OperatorExchange } from '#features/payment/server/currency/operator-exchange.ts'
import { OPERATOR_LIMITS } from '#outbound/outbound-limits.ts'
import { type GuardLimits, guardSystem, type SystemGuard, type SystemState } from '#outbound/system-guard.ts'
import { type AccessTokens, accessTokens } from './access-token.ts'
import { checkProfile, type OperatorProfile, ProfileProblem } from './operator-profile.ts'
import type { Clock, OperatorLog } from './operator-context.ts'
import { operatorAirtime } from './tmforum/airtime.ts'
import { operatorBills } from './tmforum/bills.ts'
import { operatorCatalogue } from './tmforum/catalogue.ts'
import { operatorDelivery } from './tmforum/delivery.ts'
import { operatorExchange } from './tmforum/exchange-rates.ts'
import { operatorLeads } from './tmforum/leads.ts'
import { operatorLines } from './tmforum/lines.ts'
import { tmforumClient } from './tmforum/tmforum-client.ts'
import { type System, tmforumTransport, type SendProbe } from './tmforum/tmforum-transport.ts'

/** All queries and commands for the operator's core systems, as the features declare them. */
export type Operator = OperatorLines &
  OperatorCatalogue &
  OperatorBills &
  OperatorDelivery & { airtime: OperatorAirtime } & OperatorLeads &
  OperatorExchange & {
    /** The recent health of each system; no call is made to find out. */
    health(): Record<string, SystemState>
    /** Requests an access token, where calls need one: fails with an UpstreamError that names what was received. */
    authorise(): Promise<'granted' | 'not-needed'>
  }

export type OperatorCredentials = { clientId?: string | undefined; clientSecret?: string | undefined; apiKey?: string | undefined }

export type OperatorOptions = {
  profile: OperatorProfile
  baseUrl: URL
  credentials: OperatorCredentials
  clock: Clock
  log: OperatorLog
  /** The id of the request being served, which correlates the operator's log with ours. */
  requestId?: () => string | undefined
  /** Receives every response unchanged: `check operator` compares them with the documents. */
  witness?: (answer: SendProbe) => void
  /** Only tests use shorter timeouts than usual. */
  limits?: Partial<GuardLimits>
  /** A rehearsal sees every call. */
  fetch?: typeof fetch
}

const SYSTEMS = ['620', '622', '637', '654', '666', '676', '678', '699'] as const satisfies System[]

export function connectOperator(options: OperatorOptions): Operator {
  const profile = checkProfile(options.profile)
  const newGuard = () => guardSystem({ ...OPERATOR_LIMITS, ...options.limits }, () => options.clock.now())
  const usesCall = profile.lineType.source.kind === 'call'
  const guards = guardAll(newGuard)
  const tokenGuard = newGuard()
  const tokens = tokensFor(profile, options, tokenGuard)
  const transport = tmforumTransport({
    profile,
    baseUrl: options.baseUrl,
    tokens,
    apiKey: options.credentials.apiKey ?? null,
    guards,
    requestId: options.requestId ?? (() => undefined),
    log: options.log,
    witness: options.witness,
    fetch: options.fetch,
  })
  const client = tmforumClient({ profile, transport, clock: options.clock, log: options.log })

  return {
    ...operatorLines(client),
    ...operatorCatalogue(client),
    ...operatorBills(client),
    ...operatorDelivery(client),
    airtime: operatorAirtime(client),
    ...operatorLeads(client),
    ...operatorExchange(client),
    async authorise() {
      await tokens?.current()
      return tokens ? 'granted' : 'not-needed'
    },
    health() {
      const systems = SYSTEMS.map((system) => [system, guards[system].state()] as const)
      return {
        ...Object.fromEntries(systems),
        ...(usesCall ? { 'line-type': guards['line-type'].state() } : {}),
        ...(tokens ? { token: tokenGuard.state() } : {}),
      }
    },
  }
}

function guardAll(guard: () => SystemGuard): Record<System, SystemGuard> {
  return {
    '620': guard(),
    '622': guard(),
    '637': guard(),
    '654': guard(),
    '666': guard(),
    '676': guard(),
    '678': guard(),
    '699': guard(),
    'line-type': guard(),
    'exchange-rate': guard(),
  }
}

/** A missing credential that the profile needs stops the start, not the first visitor. */
function tokensFor(
  { name, authentication }: OperatorProfile,
  { baseUrl, credentials, clock, log, fetch }: OperatorOptions,
  guard: SystemGuard,
): AccessTokens | null {
  const { clientId, clientSecret, apiKey } = credentials
  if (authentication.kind === 'api-key' && !apiKey) throw new ProfileProblem(`operator profile '${name}' needs an API key`)
  if (authentication.kind !== 'oauth2') return null
  if (!clientId || !clientSecret) throw new ProfileProblem(`operator profile '${name}' needs a client id and a client secret`)
  const { clientAuthentication, scope = null, tokenPath } = authentication
  const endpoint = new URL(baseUrl.href.replace(/\/+$/, '') + tokenPath)
  return accessTokens({ endpoint, clientId, clientSecret, clientAuthentication, scope, clock, guard, log, fetch })
}
