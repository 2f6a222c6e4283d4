import { expect, test, vi } from 'vitest'
import { anOrder, aRequest } from './connector-testing.ts'
import { ProviderUnavailable, type AttemptRef, type Observation, type PaymentOrder } from '../payment-connector.ts'
import {
  createSandboxedProvider,
  type FaultEffects,
  type ProviderTraits,
  type SandboxedProvider,
  type Visit,
} from './sandboxed-provider.ts'

/**
 * What every connector to a hosted pay page promises to the core, tested against its simulator. Numbers are those of the conformance list
 * for connectors and simulators; what only the core can promise is tested there.
 */
export function testConnectorContract(name: string, traits: ProviderTraits, createSandbox: (portalUrl: string) => Promise<string>): void {
  const connect = () => createSandboxedProvider(traits, createSandbox)
  testPaymentContract(name, connect)
  testLostAnswerContract(name, connect)
  testOutcomeContract(name, traits, connect)
  testHonestAmountContract(name, traits, connect)
  testReturnContract(name, connect)
  if (traits.webhookTrust) testWebhookContract(name, traits, connect)
  testSettlementContract(name, connect)
}

type Connect = () => Promise<SandboxedProvider>

async function begin(provider: SandboxedProvider, changes: Partial<PaymentOrder> = {}) {
  const order = anOrder({ ref: aReference(), ...changes })
  const started = await provider.connector.start(provider.context(order), order)
  if (started.kind !== 'accepted') throw new Error(`the provider did not accept the payment: ${JSON.stringify(started)}`)
  return { order, started, attempt: attemptOf(order, started) }
}

async function beginAndVisit(provider: SandboxedProvider, visit: Visit) {
  const begun = await begin(provider)
  const returned = await provider.visitPage(begun.order, begun.started, visit)
  return { ...begun, returned }
}

function attemptOf(order: PaymentOrder, started: { providerRef: string | null } = { providerRef: null }): AttemptRef {
  return {
    ref: order.ref,
    correlationId: order.correlationId,
    amount: order.amount,
    providerRef: started.providerRef,
    payer: order.payer,
    secretsSent: 0,
    createdAt: new Date(),
  }
}

function aReference(): string {
  return crypto
    .randomUUID()
    .replaceAll('-', '')
    .toUpperCase()
    .replace(/[01IO]/g, 'Z')
    .slice(0, 12)
}

async function ask(provider: SandboxedProvider, attempt: AttemptRef, timeoutMs?: number): Promise<Observation | undefined> {
  return provider.connector.query?.(provider.context(anOrder({ ref: attempt.ref }), timeoutMs), attempt)
}

function testPaymentContract(name: string, connect: Connect): void {
  test(`${name} 1: a card that pays ends paid, with the amount of the order, once at the provider`, async () => {
    const provider = await connect()
    const { order, attempt } = await beginAndVisit(provider, 'pays')
    expect(await ask(provider, attempt)).toMatchObject({ state: 'paid', amount: order.amount })
    expect(await provider.ledgerOf(order, 'capture')).toMatchObject([{ amount: 1500, currency: 'XOF' }])
  })

  test(`${name} 6: what is paid stays paid with the same number, and a fault in between says nothing else`, async () => {
    const provider = await connect()
    const { attempt } = await beginAndVisit(provider, 'pays')
    // The provider's own code may change meanwhile: Tingg's changes when its callback was accepted.
    const { provider: _code, ...first }: { provider?: unknown } = { ...(await ask(provider, attempt)) }
    await provider.misbehave({ status: 500, body: 'oops' })
    await expect(ask(provider, attempt)).rejects.toBeInstanceOf(ProviderUnavailable)
    await provider.behave()
    expect(first).toMatchObject({ state: 'paid' })
    expect(await ask(provider, attempt)).toMatchObject(first)
  })

  test(`${name} 12: credentials that expired meanwhile stop no payment`, async () => {
    const provider = await connect()
    const { order, attempt } = await beginAndVisit(provider, 'pays')
    await provider.advance('PT2H')
    expect(await ask(provider, attempt)).toMatchObject({ state: 'paid', amount: order.amount })
  })
}

const NO_ANSWERS: readonly [string, FaultEffects][] = [
  ['drops the connection', { dropRequest: true }],
  ['loses its answer', { dropAnswer: true }],
  ['answers 500', { status: 500, body: 'Internal Server Error' }],
  ['answers with HTML', { status: 200, body: '<!DOCTYPE html><html><p>Login</html>', contentType: 'text/html' }],
  ['answers with nothing', { status: 200, body: '' }],
  ['answers with half a document', { status: 200, body: '{"status":true,"data":{"re', contentType: 'application/json' }],
  ['answers with another document', { status: 200, body: '{"hello":[1]}', contentType: 'application/json' }],
  ['answers too late', { delayMs: 1_500 }],
]

function testLostAnswerContract(name: string, connect: Connect): void {
  test.for(NO_ANSWERS)(`${name} 8: a start to a provider that %s is unknown, never refused`, async ([, fault]) => {
    const provider = await connect()
    const order = anOrder({ ref: aReference() })
    await ask(provider, attemptOf(order))
    await provider.misbehave(fault)
    const failure = await provider.connector.start(provider.context(order, 400), order).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ProviderUnavailable)
    expect(failure).toMatchObject({ mayHaveArrived: true })
  })

  test.for(NO_ANSWERS)(`${name} 8: a query to a provider that %s ends nothing`, async ([, fault]) => {
    const provider = await connect()
    const { attempt } = await begin(provider)
    await provider.misbehave(fault)
    await expect(ask(provider, attempt, 400)).rejects.toBeInstanceOf(ProviderUnavailable)
  })

  test(`${name} 2: a start whose response was lost is looked up; nothing is final, nothing is taken`, async () => {
    const provider = await connect()
    const order = anOrder({ ref: aReference() })
    await ask(provider, attemptOf(order))
    await provider.misbehave({ dropAnswer: true })
    await expect(provider.connector.start(provider.context(order), order)).rejects.toMatchObject({ mayHaveArrived: true })
    await provider.behave()
    expect((await ask(provider, attemptOf(order)))?.state).toMatch(/^(?:pending|unrecognised)$/)
    expect(await provider.ledgerOf(order, 'capture')).toEqual([])
  })

  test(`${name} 2: a reference the provider knows already is never taken for "no such payment"`, async () => {
    const provider = await connect()
    const { order } = await begin(provider)
    const again = await provider.connector.start(provider.context(order), order).catch((error: unknown) => error)
    expect(again instanceof ProviderUnavailable ? 'accepted' : (again as { kind: string }).kind).toBe('accepted')
  })

  test(`${name} 2: a payment that never arrived is not called pending, and not ended at once`, async () => {
    const provider = await connect()
    expect((await ask(provider, attemptOf(anOrder({ ref: aReference() }))))?.state).toBe('unrecognised')
  })
}

function testOutcomeContract(name: string, traits: ProviderTraits, connect: Connect): void {
  test.for([
    ['is declined', traits.outcomes.declined],
    ['has too little', traits.outcomes.insufficient],
    ['gives up', traits.outcomes.cancelled],
  ] as const)(`${name} 10: a payer who %s is distinguished`, async ([visit, outcome]) => {
    const provider = await connect()
    const { order, attempt } = await beginAndVisit(provider, visit)
    expect(await ask(provider, attempt)).toMatchObject(outcome)
    expect(await provider.ledgerOf(order, 'capture')).toEqual([])
  })

  test(`${name} 10: a payer who does nothing leaves the payment open`, async () => {
    const provider = await connect()
    const { attempt } = await begin(provider)
    expect(await ask(provider, attempt)).toMatchObject({ state: 'pending' })
  })

  test(`${name} 7: an unknown status is still open after a hundred queries`, async () => {
    const provider = await connect()
    const { attempt } = await begin(provider)
    await provider.misbehave({ status: 200, ...traits.answer(attempt, 'unheard-of', attempt.amount) })
    for (let times = 0; times < 100; times += 1) expect((await ask(provider, attempt))?.state).toBe('unrecognised')
  })
}

function testHonestAmountContract(name: string, traits: ProviderTraits, connect: Connect): void {
  test.for([
    ['as much as was asked', { minor: 1500, currency: 'XOF' }],
    ['too little', { minor: 1499, currency: 'XOF' }],
    ['too much', { minor: 1501, currency: 'XOF' }],
    ['a hundred times too much', { minor: 150_000, currency: 'XOF' }],
    ['a hundredth', { minor: 15, currency: 'XOF' }],
    ['another currency', { minor: 1500, currency: 'NGN' }],
  ] as const)(`${name} 11 I19: a provider that took %s is trusted only when that was requested`, async ([, amount]) => {
    const provider = await connect()
    const { attempt } = await begin(provider)
    await provider.misbehave({ status: 200, ...traits.answer(attempt, 'paid', amount) })
    expect(await ask(provider, attempt)).toMatchObject(
      amount.minor === 1500 && amount.currency === 'XOF' ? { state: 'paid', amount } : { state: 'unrecognised', saysPaid: true },
    )
  })
}

function testReturnContract(name: string, connect: Connect): void {
  test(`${name} 15: a return names the payment, whatever else it claims`, async () => {
    const provider = await connect()
    const { order, attempt, returned } = await beginAndVisit(provider, 'is declined')
    for (const claim of ['', 'SUCCESS', 'Approved', 'paid']) {
      const query = new URLSearchParams(returned.search)
      if (claim) query.set('status', claim)
      const found = provider.connector.readReturn?.(aRequest({ query: query.toString() }))
      expect(found).toEqual({ attempt: { by: 'ref', value: order.ref }, isCancelled: false })
    }
    expect((await ask(provider, attempt))?.state).not.toBe('paid')
  })

  test(`${name} 15: a return with another payment’s reference beside ours identifies neither`, async () => {
    const provider = await connect()
    const { returned } = await beginAndVisit(provider, 'gives up')
    returned.searchParams.append('reference', 'SOMEBODYELSE')
    expect(provider.connector.readReturn?.(aRequest({ query: returned.searchParams.toString() }))).toBeNull()
  })
}

function testWebhookContract(name: string, traits: ProviderTraits, connect: Connect): void {
  test(`${name} 3, 4: every delivery of one webhook is the same webhook, about our payment`, async () => {
    const provider = await connect()
    const { order, started } = await begin(provider)
    await provider.misbehave({ duplicateNotices: 2 })
    await provider.visitPage(order, started, 'pays')
    await vi.waitFor(() => expect(provider.webhooks.length).toBeGreaterThanOrEqual(3), { timeout: 5_000 })
    const read = provider.webhooks.map((webhook) => provider.connector.parseWebhook?.(webhook))
    for (const webhook of read) expect(webhook).toEqual(read[0])
    expect(read[0]).toMatchObject({
      trust: traits.webhookTrust,
      attempt: { by: 'ref', value: order.ref },
      seen: { state: 'paid', amount: order.amount },
    })
  })

  test(`${name}: an acknowledged webhook is not repeated`, async () => {
    const provider = await connect()
    await beginAndVisit(provider, 'pays')
    await vi.waitFor(() => expect(provider.webhooks.length).toBe(1), { timeout: 5_000 })
    await provider.advance('PT2H')
    expect(provider.webhooks).toHaveLength(1)
  })

  test(`${name} 5: a forged webhook changes nothing by itself`, async () => {
    const provider = await connect()
    const { order, attempt } = await begin(provider)
    const forged = traits.forgedNotice?.(order)
    const webhook = forged && provider.connector.parseWebhook?.({ ...aRequest(), ...forged })
    const isRefused = traits.webhookTrust === 'signed' || traits.signsHints
    expect(typeof webhook === 'object' ? webhook.trust : webhook).toBe(isRefused ? 'unauthentic' : 'hint')
    expect(await ask(provider, attempt)).toMatchObject({ state: 'pending' })
  })

  const bomb = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}">]><API3G><Result>${'&b;'.repeat(10_000)}</Result></API3G>`
  test.for<[string, string | Buffer]>([
    ['a megabyte', 'a'.repeat(1024 * 1024)],
    ['deep JSON', '['.repeat(100_000)],
    ['deep XML', '<a>'.repeat(80_000)],
    ['an entity bomb', bomb],
    ['bytes', Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28])],
    ['nothing', ''],
    ['a prototype', '{"__proto__":{"event":"charge.success"},"merchant_transaction_id":{"toString":1}}'],
  ])(`${name} 16: %s instead of a webhook is refused at once`, async ([, body]) => {
    const { connector } = await connect()
    const begun = performance.now()
    expect(connector.parseWebhook?.(aRequest({ body }))).toBe('unauthentic')
    expect(performance.now() - begun).toBeLessThan(2_000)
  })
}

function testSettlementContract(name: string, connect: Connect): void {
  test(`${name} 13: a refund is requested once and found again under our reference`, async () => {
    const provider = await connect()
    const { connector } = provider
    const { order, attempt } = await beginAndVisit(provider, 'pays')
    if (!connector.refund || !connector.queryRefund) return expect(connector.info.refund).toBe('none')
    const refund = { ref: aReference(), amount: order.amount, reason: 'not delivered' }
    expect((await connector.refund(provider.context(order), attempt, refund)).state).toMatch(/^refund(?:ing|ed)$/)
    await provider.advance('P1D')
    expect(await connector.queryRefund(provider.context(order), attempt, refund.ref)).toMatchObject({
      state: 'refunded',
      amount: order.amount,
    })
    return expect(await provider.ledgerOf(order, 'refund')).toMatchObject([{ amount: 1500 }])
  })

  test(`${name}: reporting a delivery, even twice, leaves the payment paid`, async () => {
    const provider = await connect()
    const { order, attempt } = await beginAndVisit(provider, 'pays')
    await provider.connector.reportDelivery?.(provider.context(order), attempt, true)
    await provider.connector.reportDelivery?.(provider.context(order), attempt, true)
    expect(await ask(provider, attempt)).toMatchObject({ state: 'paid' })
  })
}
