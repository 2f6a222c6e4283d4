import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { nameInAddresses } from '#shared/connector-table.ts'
import { aContext } from './connector-testing.ts'
import type { ProtocolDocument } from '#tests/protocols/protocol-document.ts'
import { watchExchanges, type Watch } from '#tests/protocols/watch-exchanges.ts'
import type {
  AttemptRef,
  ConnectorContext,
  Observation,
  PaymentConnector,
  PaymentOrder,
  RawRequest,
  StartResult,
} from '../payment-connector.ts'
import type { Money } from '#shared/money.ts'

/** A provider as the sandbox simulates it, seen only through its public API. For tests only. */

type Accepted = Extract<StartResult, { kind: 'accepted' }>
type Outcome = { state: Observation['state']; reason?: string; final?: boolean }

export type FaceTraits = {
  /** Its name in the sandbox. */
  face: string
  connect(sandboxUrl: string): PaymentConnector
  /** Its document, and the base path of its calls in the sandbox: all messages of the contract tests must be valid there. */
  document?: ProtocolDocument
  apiPath?: string
  /** Its hints are signed too: a forged one is refused. */
  signsHints?: true
}

/** What differs from provider to provider. */
export type ProviderTraits = FaceTraits & {
  /** How the simulated pay page identifies the payment. */
  pageId(order: PaymentOrder, started: Accepted): string
  /** A response to a query, as this provider writes it; 'paid' and 'unheard-of' stand for its own codes. */
  answer(attempt: AttemptRef, status: 'paid' | 'unheard-of', amount: Money): { body: string; contentType: string }
  /** A forged webhook that claims the payment is paid. */
  forgedNotice: ((order: PaymentOrder) => Pick<RawRequest, 'headers' | 'body'>) | null
  /** The trust of a genuine webhook. */
  webhookTrust: 'signed' | 'hint' | null
  /** Its hints are signed too: a forged one is refused. */
  signsHints?: true
  outcomes: { declined: Outcome; insufficient: Outcome; cancelled: Outcome }
}

export type Visit = 'pays' | 'is declined' | 'has too little' | 'gives up'

const CARDS: Readonly<Record<Exclude<Visit, 'gives up'>, string>> = {
  pays: '4084084084084081',
  'is declined': '4084080000005408',
  'has too little': '4084080000670037',
}

export type FaultEffects = {
  delayMs?: number
  dropAnswer?: boolean
  dropRequest?: boolean
  status?: number
  body?: string
  contentType?: string
  duplicateNotices?: number
  noticeFirst?: boolean
}

export type LedgerEntry = { kind: string; ourReference: string; amount: number; currency: string }

type Addresses = { url: string; portalUrl: string }

const NOT_WATCHED: Watch = {
  watch: (fetch) => fetch,
  areAnswersOwn: true,
  checkWebhook: () => undefined,
  deviations: new Set(),
  calls: new Set(),
}

/** What a card gateway and a wallet have in common: a connector, webhooks, and the calls that control the sandbox. */
export class SandboxedFace<Traits extends FaceTraits> {
  readonly connector: PaymentConnector
  readonly webhooks: RawRequest[] = []
  protected readonly traits: Traits
  protected readonly url: string
  readonly #portalUrl: string
  readonly watch: Watch

  constructor(traits: Traits, { url, portalUrl }: Addresses) {
    this.traits = traits
    this.url = url
    this.#portalUrl = portalUrl
    this.connector = traits.connect(url)
    this.watch = traits.document ? watchExchanges(traits.document, traits.apiPath ?? '') : NOT_WATCHED
  }

  context(order: Pick<PaymentOrder, 'ref'>, timeoutMs = 5_000): ConnectorContext {
    const { fetch } = aContext({ timeoutMs })
    const { id } = this.connector.info
    const urls = {
      return: `${this.#portalUrl}/callback/${id}/${order.ref}/mac`,
      notify: `${this.#portalUrl}/notice/${nameInAddresses(id)}/${order.ref}/mac`,
    }
    return { fetch: this.watch.watch(fetch), now: () => new Date(), urls }
  }

  /** Every call of the simulator, or one kind of call. */
  async misbehave(effects: FaultEffects, operation?: string): Promise<void> {
    this.watch.areAnswersOwn = false
    await this.control('POST', '/control/faults', { face: this.traits.face, ...(operation ? { operation } : {}), do: effects })
  }

  async behave(): Promise<void> {
    await this.control('DELETE', '/control/faults')
    this.watch.areAnswersOwn = true
  }

  async advance(duration: string): Promise<void> {
    await this.control('POST', '/control/time', { advance: duration })
  }

  /** What was really taken and refunded for one payment. */
  async ledgerOf(order: Pick<PaymentOrder, 'ref'>, kind: 'capture' | 'refund' | 'reversal'): Promise<LedgerEntry[]> {
    const entries = JSON.parse(await this.control('GET', '/control/ledger')) as LedgerEntry[]
    return entries.filter((entry) => entry.kind === kind && entry.ourReference === order.ref)
  }

  protected async control(method: string, path: string, body?: object): Promise<string> {
    const json = body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}
    const response = await fetch(this.url + path, { method, ...json })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return text
  }
}

export class SandboxedProvider extends SandboxedFace<ProviderTraits> {
  /** The visitor on the provider's page; returns where the browser is sent afterwards. */
  async visitPage(order: PaymentOrder, started: Accepted, visit: Visit): Promise<URL> {
    const body = new URLSearchParams(visit === 'gives up' ? { cancel: '1' } : { card: CARDS[visit] })
    const page = `${this.url}/sandbox/${this.traits.face}/pay/${encodeURIComponent(this.traits.pageId(order, started))}`
    const response = await fetch(page, { method: 'POST', body, redirect: 'manual' })
    return new URL(response.headers.get('location') ?? '')
  }
}

export async function createSandboxedProvider(
  traits: ProviderTraits,
  createSandbox: (portalUrl: string) => Promise<string>,
): Promise<SandboxedProvider> {
  return createWithPortal((addresses) => new SandboxedProvider(traits, addresses), createSandbox)
}

/** Plays the portal for the provider's webhooks: stores them, and responds as the connector defines. */
export async function createWithPortal<Face extends { connector: PaymentConnector; webhooks: RawRequest[]; watch: Watch }>(
  make: (addresses: Addresses) => Face,
  createSandbox: (portalUrl: string) => Promise<string>,
): Promise<Face> {
  const opened: { provider?: Face } = {}
  const server = createServer(async (request, response) => {
    const webhook = await readRequest(request)
    if (webhook.method === 'GET' && opened.provider?.connector.triesWebhook) {
      response.writeHead(200).end()
      return
    }
    opened.provider?.webhooks.push(webhook)
    opened.provider?.watch.checkWebhook(webhook)
    const read = opened.provider?.connector.parseWebhook?.(webhook)
    const answer = typeof read === 'object' ? opened.provider?.connector.acknowledge?.(read) : undefined
    response.writeHead(answer?.status ?? 401, { 'content-type': answer?.contentType ?? 'text/plain' }).end(answer?.body ?? 'no')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const portalUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = make({ url: await createSandbox(portalUrl), portalUrl })
  opened.provider = provider
  onTestFinished(() => expect([...provider.watch.deviations], 'what connector and sandbox say is legal').toEqual([]))
  return provider
}

async function readRequest(request: IncomingMessage): Promise<RawRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const url = new URL(request.url ?? '/', 'http://portal.test')
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
  return { method: request.method ?? '', path: url.pathname, query: url.searchParams, headers, body: Buffer.concat(chunks) }
}

/** The same sandbox, with a simulator that sends only the fields its document requires. */
export function speakingSparse(
  face: string,
  createSandbox: (portalUrl: string) => Promise<string>,
): (portalUrl: string) => Promise<string> {
  return async (portalUrl) => {
    const url = await createSandbox(portalUrl)
    const headers = { 'content-type': 'application/json' }
    const told = await fetch(`${url}/control/dialect`, { method: 'POST', headers, body: JSON.stringify({ face, dialect: 'sparse' }) })
    if (!told.ok) throw new Error(`${face} does not speak sparse: ${await told.text()}`)
    return url
  }
}
