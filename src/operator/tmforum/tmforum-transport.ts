import { COUNTRY } from '#shared/operator.ts'
import assert from 'node:assert'
import { randomUUID } from 'node:crypto'
import { UpstreamError } from '#outbound/upstream-error.ts'
import { type OutboundCall, type OutboundLog, send } from '#outbound/send.ts'
import type { SystemGuard } from '#outbound/system-guard.ts'
import type { AccessTokens } from '../access-token.ts'
import type { OperatorProfile, TmforumSystem } from '../operator-profile.ts'
import { type JsonAnswer, readJson } from './answer.messages.ts'

/** Not TM Forum systems: some operators return the type of a line by a call of their own, and exchange rates are in no document. */
type OwnSystem = 'line-type' | 'exchange-rate'
export type System = TmforumSystem | OwnSystem

export type Read = { system: System; path: string; query?: Record<string, string>; signal?: AbortSignal | undefined }
export type Write = { system: TmforumSystem; method: 'POST' | 'DELETE'; path: string; body?: unknown; reference: string }

/** An unchanged response, for comparison with the documents. */
export type SendProbe = { system: System; method: 'GET' | 'POST' | 'DELETE'; path: string; status: number; body: unknown }

export type TransportOptions = {
  profile: OperatorProfile
  baseUrl: URL
  tokens: AccessTokens | null
  apiKey: string | null
  guards: Record<System, SystemGuard>
  /** The id of the visitor's request, where there is one. */
  requestId: () => string | undefined
  log?: OutboundLog | undefined
  witness?: ((answer: SendProbe) => void) | undefined
  fetch?: typeof fetch | undefined
}

/** Responses of the operator in JSON, refusals included; an unusable response is an UpstreamError. */
export type Transport = { get(read: Read): Promise<JsonAnswer>; send(write: Write): Promise<JsonAnswer> }

/** Enough for a page of a hundred offers several times over; a larger response does not come from these systems. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024
const REFERENCE = /^[A-Za-z0-9-]{1,20}$/

export function tmforumTransport(options: TransportOptions): Transport {
  const { profile, tokens, guards } = options
  const base = options.baseUrl.href.replace(/\/+$/, '')

  function callUrl({ system, path, query = {} }: Read): URL {
    const url = new URL(base + (system === 'line-type' || system === 'exchange-rate' ? '' : profile.paths[system]) + path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }

  /**
   * The common part of all calls. Names are badly encoded more often than digits: an invalid character does not make a response unusable.
   */
  function commonOf({ system, path }: Read, correlationId: string): Omit<OutboundCall, 'method' | 'url' | 'until'> {
    return {
      system,
      route: routeOf(system, path),
      largestAnswerBytes: MAX_ANSWER_BYTES,
      badText: 'replaced',
      correlation: { id: correlationId, header: profile.correlationHeader },
      log: options.log,
      ...(options.fetch && { fetch: options.fetch }),
    }
  }

  const own = Object.fromEntries(
    Object.entries(profile.headers).map(([name, value]) => [name, value.replaceAll('{country}', COUNTRY.code)]),
  )

  function headersOf(token: string | null): Record<string, string> {
    const { authentication } = profile
    const headers: Record<string, string> = { accept: 'application/json', ...own }
    if (authentication.kind === 'api-key' && options.apiKey) headers[authentication.header] = options.apiKey
    if (token !== null) headers['authorization'] = `Bearer ${token}`
    return headers
  }

  function seen({ system, path }: Read, method: SendProbe['method'], answer: JsonAnswer): JsonAnswer {
    options.witness?.({ system, method, path, status: answer.status, body: answer.body })
    return answer
  }

  return {
    async get(read) {
      const call = { ...commonOf(read, options.requestId() ?? randomUUID()), url: callUrl(read), method: 'GET' as const, isRead: true }
      return authorised(tokens, (token) => {
        const headers = headersOf(token)
        const once = async (until: AbortSignal) => seen(read, 'GET', readJson(await send({ ...call, headers, until })))
        return guards[read.system].read(once, read.signal)
      })
    },
    async send({ system, method, path, body, reference }) {
      const isReference = REFERENCE.test(reference) && reference.length >= profile.reference.shortest
      assert(isReference, `a reference has ${profile.reference.shortest} to 20 characters of [A-Za-z0-9-]`)
      const call: Omit<OutboundCall, 'until'> = {
        ...commonOf({ system, path }, options.requestId() ?? reference),
        url: callUrl({ system, path }),
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }
      return authorised(tokens, (token) => {
        const headers = headersOf(token)
        if (body !== undefined) headers['content-type'] = 'application/json;charset=utf-8'
        if (profile.reference.header !== null) headers[profile.reference.header] = reference
        return guards[system].write(async (until) => seen({ system, path }, method, readJson(await send({ ...call, headers, until }))))
      })
    },
  }
}

/** The kind of resource requested: what follows it in a path may be a visitor's number. */
function routeOf(system: System, path: string): string {
  return system === 'line-type' || system === 'exchange-rate' ? system : (path.split('/')[1] ?? '')
}

/** After a 401 the call is sent once more with a fresh token: a call answered 401 was not carried out. */
async function authorised(tokens: AccessTokens | null, send: (token: string | null) => Promise<JsonAnswer>): Promise<JsonAnswer> {
  const token = tokens ? await tokens.current() : null
  let answer = await send(token)
  if (answer.status === 401 && tokens && token !== null) answer = await send(await tokens.renew(token))
  if (answer.status === 401) throw new UpstreamError('not-authorised', { mayHaveArrived: true, status: 401 })
  return answer
}
