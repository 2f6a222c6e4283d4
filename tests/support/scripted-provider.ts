import type { ConnectorContext, Webhook, Observation, PaymentConnector, PaymentOrder } from '#payment-connectors/payment-connector.ts'
import { aVisitor, type Visitor } from './code-world.ts'
import { testPortal, type PortalOptions, type TestPortal } from './test-portal.ts'
import { TRANSACTION } from './wallet-world.ts'

export type Started = { ref: string; urls: ConnectorContext['urls']; amount: number }

/** A card gateway with scripted responses and webhooks. */
export type ScriptedProvider = {
  connector: PaymentConnector
  /** Payments started there, in order. */
  starts: Started[]
  /** Queries about each. */
  questions: string[]
  /** Its response about a payment; `pending` by default. */
  answers: Map<string, Observation | Error>
  /** Its response to a start. */
  begin: (order: PaymentOrder) => Promise<void>
}

export function scriptedProvider(trust: Webhook['trust']): ScriptedProvider {
  const provider: ScriptedProvider = {
    starts: [],
    questions: [],
    answers: new Map(),
    begin: async () => {},
    connector: {
      info: {
        id: 'dpo',
        paymentMode: 'PAYMENT_GATEWAY',
        currencies: ['XOF'],
        wireExponent: { XOF: 0 },
        payerProof: 'none',
        resolves: ['query', 'notice'],
        repeat: 'harmless',
        refund: 'none',
        pollScheduleSeconds: [600],
      },
      async start({ urls }, order) {
        provider.starts.push({ ref: order.ref, urls, amount: order.amount.minor })
        await provider.begin(order)
        return { kind: 'accepted', providerRef: null, action: { type: 'redirect', url: `https://pay.example/${order.ref}` } }
      },
      async query(_context, { ref }) {
        provider.questions.push(ref)
        const answer = provider.answers.get(ref) ?? { state: 'pending' }
        if (answer instanceof Error) throw answer
        return answer
      },
      parseWebhook({ body }) {
        const { ref, seen } = JSON.parse(body.toString()) as { ref: string; seen: Observation }
        return { trust, dedupeKey: body.toString(), attempt: { by: 'ref', value: ref }, seen }
      },
    },
  }
  return provider
}

export type CardWorld = {
  portal: TestPortal
  passMinutes(minutes: number): void
  /** Starts a card payment and returns the gateway's record. */
  aPayment(): Promise<Started & { visitor: Visitor; transactionId: string }>
  process(visitor: Visitor, transactionId: string): Promise<{ redirectUrl: string | null; code: string }>
  /** The gateway sends a webhook to its address. */
  tell(started: Started, seen: object, ref?: string): Promise<number>
  details(transactionId: string, visitor?: Visitor): Promise<Record<string, unknown>>
  reviewOf(transactionId: string): Promise<string | null>
}

/** A portal with one scripted gateway and its own clock. */
export async function cardWorld(provider: ScriptedProvider, parts: Pick<PortalOptions, 'operator' | 'database'> = {}): Promise<CardWorld> {
  let aheadMs = 0
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  const portal = await testPortal({ ...parts, connectors: new Map([['dpo', provider.connector]]), clock })

  async function process(visitor: Visitor, transactionId: string) {
    const answer = await visitor.post(`${TRANSACTION}/process`, {
      transactionId,
      paymentMode: 'PAYMENT_GATEWAY',
      paymentGateway: 'DPO',
    })
    return answer.json().result
  }

  return {
    portal,
    process,
    passMinutes(minutes) {
      aheadMs += minutes * 60_000
    },
    async aPayment() {
      const visitor = aVisitor(portal)
      const purchase = { kind: 'airtime', msisdn: '90000001', amount: 500, redirectPage: '/prepaid-recharge' }
      const { purchaseId } = (await visitor.post(`${TRANSACTION}/purchase`, purchase)).json().result
      const { transactionId } = (await visitor.post(`${TRANSACTION}/initiate`, { txnId: purchaseId, amount: 500 })).json().result
      await process(visitor, transactionId)
      const started = provider.starts.at(-1)
      if (!started) throw new Error('nothing was started')
      return { ...started, visitor, transactionId }
    },
    async tell({ urls, ref: own }, seen, ref = own) {
      const answer = await portal.call({
        method: 'POST',
        url: new URL(urls.notify).pathname,
        payload: JSON.stringify({ ref, seen }),
        headers: { 'content-type': 'application/json', origin: '' },
      })
      return answer.statusCode
    },
    async details(txnId, visitor) {
      const headers = { lang: 'en', ...(visitor && { cookie: visitor.cookie() }) }
      return (await portal.call({ url: `${TRANSACTION.replace('/v1', '')}/fetch`, query: { txnId }, headers })).json().result
    },
    async reviewOf(transactionId) {
      const row = await portal.db.selectFrom('pay_order').select('review').where('id', '=', transactionId).executeTakeFirstOrThrow()
      return row.review
    },
  }
}
