import { deviations as deviationsFrom } from '#operator/tmforum/document-types.ts'
import type { ConnectorContext, RawRequest } from '#payment-connectors/payment-connector.ts'
import { NO_FIELDS, type Call, type ProtocolDocument } from './protocol-document.ts'
import { answeredAs, parsed } from './wire-texts.ts'

type Fetch = ConnectorContext['fetch']

/** Records the exchanges of a connector and its provider, and reports what the document does not allow. */
export type Watch = {
  watch(fetch: Fetch): Fetch
  /** With an injected fault the responses are not the provider's. */
  areAnswersOwn: boolean
  checkWebhook(webhook: Pick<RawRequest, 'body'>): void
  readonly deviations: Set<string>
  /** Calls that were made, by name. */
  readonly calls: Set<string>
}

export function watchExchanges(document: ProtocolDocument, apiPath: string): Watch {
  const deviations = new Set<string>()
  const calls = new Set<string>()
  const note = (where: string, found: readonly string[]) => found.forEach((one) => deviations.add(`${where}: ${one}`))

  const watch: Watch = {
    deviations,
    calls,
    areAnswersOwn: true,
    checkWebhook({ body }) {
      const read = parsed(body.toString(), document.webhooksWrittenAs ?? 'json')
      const found = document.webhooks.map((name) => judged(document, name, read))
      const fitting = found.toSorted((first, second) => first.length - second.length)[0]
      if (fitting) note('notice', fitting)
    },
    watch: (fetch) => async (input, init) => {
      const url = urlOf(input)
      const method = init?.method ?? 'GET'
      const request = callOf(document, { method, path: url.pathname.slice(apiPath.length), body: init?.body })
      if (!request) note(`${method} ${url.pathname}`, ['is not in the document'])
      else {
        calls.add(request.name)
        note(`request ${request.name}`, requestDeviations(request.call, url, init))
      }
      const isOwn = watch.areAnswersOwn
      const answer = await fetch(input, init)
      if (!request || !isOwn) return answer
      const text = await answer.text()
      note(`answer ${request.name} ${answer.status}`, answerDeviations(document, request.call, { status: answer.status, text }))
      return new Response(text, { status: answer.status, headers: answer.headers })
    },
  }
  return watch
}

export function urlOf(input: Parameters<Fetch>[0]): URL {
  return new URL(input instanceof Request ? input.url : input)
}

type Sent = { method: string; path: string; body: unknown }

export function callOf(document: ProtocolDocument, { method, path, body }: Sent): { name: string; call: Call } | null {
  const found = Object.entries(document.calls).find(([, call]) => {
    const pattern = call.path.replace(/[.?]/g, '\\$&').replace(/\{[A-Za-z]+\}/g, '[^/]+')
    const isMarked = call.mark === undefined || (typeof body === 'string' && body.includes(call.mark))
    return call.method === method && isMarked && new RegExp(`^${pattern}$`).test(path)
  })
  return found ? { name: found[0], call: found[1] } : null
}

function requestDeviations({ headers, query, request, writtenAs }: Call, url: URL, init: RequestInit = {}): string[] {
  const sent = Object.fromEntries([...new Headers(init.headers)].filter(([name]) => name !== 'content-type' && name !== 'x-correlation-id'))
  const found = [
    ...deviationsFrom(headers, sent).map((one) => `header ${one}`),
    ...deviationsFrom(query ?? NO_FIELDS, Object.fromEntries(url.searchParams)).map((one) => `query ${one}`),
  ]
  if (!request) return typeof init.body === 'string' ? [...found, 'has a body'] : found
  if (typeof init.body !== 'string') return [...found, 'has no body']
  return [...found, ...deviationsFrom(request.body, parsed(init.body, writtenAs))]
}

function answerDeviations(document: ProtocolDocument, call: Call, { status, text }: { status: number; text: string }): string[] {
  const names = call.answers[status]
  if (!names) return ['this status is not in the document']
  let read: unknown
  try {
    read = parsed(text, answeredAs(call))
  } catch {
    return ['the body cannot be read']
  }
  const found = names
    .map((name) => [...judged(document, name, read), ...wrongStatus(document, name, read, status)])
    .toSorted((first, second) => first.length - second.length)
  return found[0] ?? []
}

function judged({ messages }: ProtocolDocument, name: string, body: unknown): string[] {
  const message = messages[name]
  return message ? deviationsFrom(message.body, body) : [`no message is called ${name}`]
}

function wrongStatus({ messages }: ProtocolDocument, name: string, body: unknown, status: number): string[] {
  const { field, status: byValue } = messages[name]?.statusBy ?? { field: '', status: {} }
  const value = typeof body === 'object' && body !== null && field in body ? String((body as Record<string, unknown>)[field]) : ''
  const right = byValue[value]
  return right === undefined || right === status ? [] : [`${value} goes with ${right}`]
}
