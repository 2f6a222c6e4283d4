import assert from 'node:assert'
import { randomUUID } from 'node:crypto'
import type { AccessTokens } from '../access-token.ts'
import { exchange, ExchangeTrouble, type Outgoing } from '../exchange.ts'
import type { OperatorProfile, TmforumSystem } from '../operator-profile.ts'
import type { SystemGuard } from '../system-guard.ts'
import { type JsonAnswer, readJson } from './answer.messages.ts'

/** No TM Forum systems: some operators tell the type of a line by a call of their own, and rates of exchange are in no document. */
type OwnSystem = 'line-type' | 'exchange-rate'
export type System = TmforumSystem | OwnSystem

export type Read = { system: System; path: string; query?: Record<string, string>; signal?: AbortSignal | undefined }
export type Write = { system: TmforumSystem; method: 'POST' | 'DELETE'; path: string; body?: unknown; reference: string }

export type TransportOptions = {
  profile: OperatorProfile
  baseUrl: URL
  tokens: AccessTokens | null
  apiKey: string | null
  guards: Record<System, SystemGuard>
  /** The id of the visitor's request that is being served, where there is one. */
  requestId: () => string | undefined
}

/** Answers of the operator in JSON, refusals included; no usable answer is an ExchangeTrouble. */
export type Transport = { get(read: Read): Promise<JsonAnswer>; send(write: Write): Promise<JsonAnswer> }

const REFERENCE = /^[A-Za-z0-9-]{1,20}$/

export function tmforumTransport(options: TransportOptions): Transport {
  const { profile, tokens, guards } = options
  const base = options.baseUrl.href.replace(/\/+$/, '')

  function addressOf({ system, path, query = {} }: Read): URL {
    const url = new URL(base + (system === 'line-type' || system === 'exchange-rate' ? '' : profile.paths[system]) + path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }

  function headersOf(correlationId: string, token: string | null): Record<string, string> {
    const { authentication } = profile
    const headers: Record<string, string> = { accept: 'application/json', ...profile.headers }
    headers[profile.correlationHeader] = correlationId
    if (authentication.kind === 'api-key' && options.apiKey) headers[authentication.header] = options.apiKey
    if (token !== null) headers['authorization'] = `Bearer ${token}`
    return headers
  }

  return {
    async get(read) {
      const url = addressOf(read)
      const correlationId = options.requestId() ?? randomUUID()
      return authorised(tokens, (token) => {
        const headers = headersOf(correlationId, token)
        const once = async (signal: AbortSignal) => readJson(await exchange({ url, method: 'GET', headers, signal }))
        return guards[read.system].read(once, read.signal)
      })
    },
    async send({ system, method, path, body, reference }) {
      const isReference = REFERENCE.test(reference) && reference.length >= profile.reference.shortest
      assert(isReference, `a reference has ${profile.reference.shortest} to 20 characters of [A-Za-z0-9-]`)
      const outgoing: Omit<Outgoing, 'signal' | 'headers'> = { url: addressOf({ system, path }), method }
      if (body !== undefined) outgoing.body = JSON.stringify(body)
      return authorised(tokens, (token) => {
        const headers = headersOf(options.requestId() ?? reference, token)
        if (body !== undefined) headers['content-type'] = 'application/json;charset=utf-8'
        if (profile.reference.header !== null) headers[profile.reference.header] = reference
        return guards[system].write(async (signal) => readJson(await exchange({ ...outgoing, headers, signal })))
      })
    },
  }
}

/** With a token that the operator refuses, once more with a fresh one: a call answered 401 was not carried out. */
async function authorised(tokens: AccessTokens | null, send: (token: string | null) => Promise<JsonAnswer>): Promise<JsonAnswer> {
  const token = tokens ? await tokens.current() : null
  let answer = await send(token)
  if (answer.status === 401 && tokens && token !== null) answer = await send(await tokens.renew(token))
  if (answer.status === 401) throw new ExchangeTrouble('not-authorised', { mayHaveActed: false, status: 401 })
  return answer
}
