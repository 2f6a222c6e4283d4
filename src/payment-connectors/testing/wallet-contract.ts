import { expect, test, vi } from 'vitest'
import { ProviderUnavailable, type AttemptRef } from '../payment-connector.ts'
import { testPinEntryContract } from './pin-contract.ts'
import { attemptOf, NO_ANSWERS, createSandboxedWallet, type Connect, type SandboxedWallet, type WalletTraits } from './sandboxed-wallet.ts'
import { testWalletWebhookContract } from './wallet-webhook-contract.ts'

/**
 * What every connector to a wallet promises to the core, tested against its simulator. Numbers are those of the conformance list for
 * connectors and simulators; what only the core can promise is tested there.
 */
export function testWalletContract(name: string, traits: WalletTraits, createSandbox: (portalUrl: string) => Promise<string>): void {
  const connect = () => createSandboxedWallet(traits, createSandbox)
  testPaymentContract(name, traits, connect)
  testLostAnswerContract(name, traits, connect)
  testOutcomeContract(name, traits, connect)
  testAmountContract(name, traits, connect)
  testWalletWebhookContract(name, traits, connect)
  testRefundContract(name, traits, connect)
  if (traits.agreesBy === 'pin') testPinEntryContract(name, traits, connect)
}

function testPaymentContract(name: string, traits: WalletTraits, connect: Connect): void {
  test(`${name} 1: a payer who agrees pays the amount of the order, once`, async () => {
    const wallet = await connect()
    const { order, attempt } = await wallet.beginAndAgree()
    expect(await wallet.ask(attempt)).toMatchObject({ state: 'paid', amount: order.amount })
    expect(await wallet.ledgerOf(order, 'capture')).toMatchObject([{ amount: 1500, currency: 'XOF', msisdn: '90000001' }])
  })

  test(`${name} 1: nothing is taken before the payer agrees`, async () => {
    const wallet = await connect()
    const { order, started, attempt } = await wallet.begin()
    const asked = traits.agreesBy === 'phone' ? { type: 'approve-on-phone' } : { type: 'enter-pin', digits: 4, attemptsLeft: 5 }
    expect(started).toMatchObject({ kind: 'accepted', action: asked })
    expect(await wallet.ask(attempt)).toMatchObject({ state: 'pending' })
    expect(await wallet.ledgerOf(order, 'capture')).toEqual([])
    const shown = traits.agreesBy === 'phone' ? [{ amount: 1500, payee: 'Ténéré Mobile', state: 'waiting' }] : []
    expect(await wallet.prompts(order)).toMatchObject(shown)
  })

  test(`${name} 6: what is paid stays paid with the same number, and a fault in between says nothing else`, async () => {
    const wallet = await connect()
    const { attempt } = await wallet.beginAndAgree()
    const first = await wallet.ask(attempt)
    await wallet.misbehave({ status: 500, body: 'oops' })
    await expect(wallet.ask(attempt)).rejects.toBeInstanceOf(ProviderUnavailable)
    await wallet.behave()
    expect(await wallet.ask(attempt)).toEqual(first)
  })

  test(`${name} 12: credentials that expired meanwhile stop no payment`, async () => {
    const wallet = await connect()
    const { order, attempt } = await wallet.beginAndAgree()
    await wallet.advance('PT2H')
    wallet.sent.length = 0
    expect(await wallet.ask(attempt)).toMatchObject({ state: 'paid', amount: order.amount })
    expect(wallet.sent.filter((request) => request.includes('/oauth/')).length).toBeLessThanOrEqual(1)
  })
}

function testLostAnswerContract(name: string, traits: WalletTraits, connect: Connect): void {
  test.for(NO_ANSWERS)(`${name} 8: a start to a wallet that %s is unknown, never refused`, async ([, fault]) => {
    const wallet = await connect()
    await wallet.begin()
    await wallet.misbehave(fault, traits.operations.start)
    const order = wallet.newOrder()
    const failure = await wallet.connector.start(wallet.context(order, 400), order).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ProviderUnavailable)
    expect(failure).toMatchObject({ mayHaveArrived: true })
  })

  test.for(NO_ANSWERS)(`${name} 8: a query to a wallet that %s ends nothing`, async ([, fault]) => {
    const wallet = await connect()
    const { attempt } = await wallet.beginAndAgree()
    await wallet.misbehave(fault)
    await expect(wallet.ask(attempt, 400)).rejects.toBeInstanceOf(ProviderUnavailable)
  })

  test(`${name} 2: a payment whose response was lost is found, and was taken once`, async () => {
    const wallet = await connect()
    const begun = traits.agreesBy === 'pin' ? await wallet.begin() : null
    const order = begun?.order ?? wallet.newOrder()
    await wallet.misbehaveWhenPaying({ dropAnswer: true })
    const lost = begun
      ? (await wallet.enterPin(begun, '1234')).seen
      : await wallet.connector.start(wallet.context(order), order).catch((error: unknown) => error)
    expect(lost).toMatchObject({ name: 'ProviderUnavailable', mayHaveArrived: true })
    await wallet.behave()

    const attempt = attemptOf(order, { secretsSent: begun ? 1 : 0 })
    if (!begun) {
      expect(await wallet.prompts(order)).toHaveLength(1)
      expect((await wallet.ask(attempt))?.state).toMatch(/^(?:pending|unrecognised)$/)
      await wallet.answerPrompt(order, { answer: 'accept', pin: '1234' })
    }
    await vi.waitFor(
      async () => expect(await wallet.ask({ ...attempt, ...wallet.named() })).toMatchObject({ state: 'paid', amount: order.amount }),
      { timeout: 5_000 },
    )
    expect(await wallet.ledgerOf(order, 'capture')).toHaveLength(1)
  })

  test(`${name} 2: a payment that never arrived is not called pending, and not ended at once`, async () => {
    const wallet = await connect()
    const attempt = attemptOf(wallet.newOrder(), { secretsSent: traits.agreesBy === 'pin' ? 1 : 0 })
    expect((await wallet.ask(attempt))?.state).toBe('unrecognised')
  })

  test(`${name} 2: an id the wallet knows already is never taken for a new payment`, async () => {
    const wallet = await connect()
    const { info } = wallet.connector
    const { order } = await wallet.begin()
    const again = await wallet.connector.start(wallet.context(order), order).catch((error: unknown) => error)
    if (info.repeat === 'second-payment') return expect(again).toMatchObject({ kind: 'accepted' })
    expect(again instanceof ProviderUnavailable ? 'unknown' : (again as { kind: string }).kind).toMatch(/^(?:unknown|accepted)$/)
    return expect((await wallet.prompts(order)).length).toBe(traits.agreesBy === 'phone' ? 1 : 0)
  })
}

function testOutcomeContract(name: string, traits: WalletTraits, connect: Connect): void {
  /** The outcome of this payer's payment, however early the wallet reports it. */
  async function outcomeOf(wallet: SandboxedWallet, msisdn: string) {
    const begun = await wallet.begin({ msisdn })
    if (begun.started.kind === 'rejected') return { state: 'declined', final: true, ...begun.started }
    if (traits.agreesBy === 'pin') return (await wallet.enterPin(begun, '1234')).seen
    await wallet.advance('PT5S')
    return wallet.ask(begun.attempt)
  }

  test.for([
    ['is declined', '99000001', traits.outcomes.declined],
    ['has too little (fixed)', '99000002', { state: 'declined', reason: 'insufficient_funds', final: true }],
    ['declines at once', '99000008', { state: 'cancelled' }],
    ['has a locked wallet', '90000006', traits.outcomes.locked],
  ] as const)(`${name} 10: a payer who %s is distinguished`, async ([, msisdn, outcome]) => {
    const wallet = await connect()
    expect(await outcomeOf(wallet, msisdn)).toMatchObject(outcome)
    expect(await wallet.everythingShown(wallet.newOrder({ msisdn }))).not.toContain('"capture"')
  })

  test.for(['99000013', '99000014'])(`${name} 10: %s pays, whatever else goes wrong around it`, async (msisdn) => {
    const wallet = await connect()
    const begun = await wallet.begin({ msisdn })
    const attempt = traits.agreesBy === 'pin' ? (await wallet.enterPin(begun, '1234')).attempt : begun.attempt
    await wallet.advance('PT5S')
    expect(await wallet.ask(attempt)).toMatchObject({ state: 'paid', amount: begun.order.amount })
    expect(await wallet.ledgerOf(begun.order, 'capture')).toHaveLength(1)
  })

  test(`${name} 10: a payer with too little money is distinguished`, async () => {
    const wallet = await connect()
    const begun = await wallet.begin({ msisdn: '90000002' })
    const { attempt } = await wallet.agree(begun)
    expect(await wallet.ask(attempt)).toMatchObject({ state: 'declined', final: true, reason: 'insufficient_funds' })
  })

  if (traits.agreesBy === 'phone') testPhoneOutcomeContract(name, traits, connect)

  test(`${name} 8: a wallet that hangs up on one payer took nothing`, async () => {
    const wallet = await connect()
    const order = wallet.newOrder({ msisdn: '99000009' })
    const begun = await wallet.begin({ msisdn: '99000009' }).catch((error: unknown) => error as Error)
    const failure = begun instanceof Error ? begun : (await wallet.enterPin(begun, '1234')).seen
    expect(failure).toBeInstanceOf(ProviderUnavailable)
    expect(await wallet.everythingShown(order)).not.toContain('"capture"')
  })

  test(`${name} 7: an unknown status is still open after a hundred queries`, async () => {
    const wallet = await connect()
    const { attempt } = await wallet.beginAndAgree()
    const { operation, body } = traits.unheardOf(attempt, await transactionOf(wallet, attempt))
    await wallet.misbehave({ status: 200, body: JSON.stringify(body), contentType: 'application/json' }, operation)
    for (let times = 0; times < 100; times += 1) expect((await wallet.ask(attempt))?.state).toBe('unrecognised')
  })
}

function testPhoneOutcomeContract(name: string, traits: WalletTraits, connect: Connect): void {
  test(`${name} 10: a payer who refuses on the phone cancelled`, async () => {
    const wallet = await connect()
    const { order, attempt } = await wallet.begin()
    await wallet.answerPrompt(order, { answer: 'decline' })
    expect(await wallet.ask(attempt)).toMatchObject({ state: 'cancelled' })
  })

  test.for(['90000001', '99000006'])(`${name} 10: a payer who ignores the phone is not waited for (%s)`, async (msisdn) => {
    const wallet = await connect()
    const { attempt } = await wallet.begin({ msisdn })
    await wallet.advance('PT3M')
    expect(await wallet.ask(attempt)).toMatchObject(traits.outcomes.ignored)
  })

  test(`${name} 9: a late payment is seen, even after the wallet had reported it as ended`, async () => {
    const wallet = await connect()
    const { order, attempt } = await wallet.begin({ msisdn: '99000011' })
    await wallet.advance('PT3M')
    expect(await wallet.ask(attempt)).toMatchObject(traits.outcomes.ignored)
    await wallet.advance('PT3M')
    expect(await wallet.ask(attempt)).toMatchObject({ state: 'paid', amount: order.amount })
  })

  test(`${name} 10: wrong PINs on the phone lock the wallet, and the payment ends`, async () => {
    const wallet = await connect()
    const { order, attempt } = await wallet.begin()
    for (let times = 0; times < 5; times += 1) await wallet.answerPrompt(order, { answer: 'accept', pin: '0000' })
    expect(await wallet.ask(attempt)).toMatchObject(traits.outcomes.locked)
  })
}

async function transactionOf(wallet: SandboxedWallet, attempt: AttemptRef): Promise<string> {
  const paid = await wallet.ask(attempt)
  return paid?.state === 'paid' ? paid.providerTxnId : ''
}

function testAmountContract(name: string, traits: WalletTraits, connect: Connect): void {
  const { quoting } = traits
  if (!quoting) return
  test.for([
    ['as much as was asked', { minor: 1500, currency: 'XOF' }],
    ['too little', { minor: 1499, currency: 'XOF' }],
    ['a hundred times too much', { minor: 150_000, currency: 'XOF' }],
    ['another currency', { minor: 1500, currency: 'NGN' }],
  ] as const)(`${name} 11 I19: a wallet that took %s is trusted only when that was requested`, async ([, amount]) => {
    const wallet = await connect()
    const { attempt } = await wallet.beginAndAgree()
    const { operation, body } = quoting(attempt, { providerTxnId: await transactionOf(wallet, attempt), amount })
    await wallet.misbehave({ status: 200, body: JSON.stringify(body), contentType: 'application/json' }, operation)
    expect(await wallet.ask(attempt)).toMatchObject(
      amount.minor === 1500 && amount.currency === 'XOF' ? { state: 'paid', amount } : { state: 'unrecognised', saysPaid: true },
    )
  })
}

function testRefundContract(name: string, { operations, isRefundedAtOnce }: WalletTraits, connect: Connect): void {
  test(`${name} 13: a refund is requested once, and found again when its response was lost`, async () => {
    const wallet = await connect()
    const { connector } = wallet
    const { order, attempt: begun } = await wallet.beginAndAgree()
    if (!connector.refund || !connector.queryRefund) return expect(connector.info.refund).toBe('none')
    const attempt = { ...begun, providerTxnId: await transactionOf(wallet, begun) }
    const refund = { ref: wallet.newOrder().ref, amount: order.amount, reason: 'not delivered' }
    // Where no call asks about refunds, it is never certain that there is none.
    const [none, asked] = isRefundedAtOnce ? (['unrecognised', 'refunded'] as const) : (['absent', 'refunding'] as const)
    expect(await connector.queryRefund(wallet.context(order), attempt, refund.ref)).toMatchObject({ state: none })

    await wallet.misbehave({ dropAnswer: true }, operations.refund ?? 'reversal')
    await expect(connector.refund(wallet.context(order), attempt, refund)).rejects.toMatchObject({ mayHaveArrived: true })
    await wallet.behave()
    expect(await connector.queryRefund(wallet.context(order), attempt, refund.ref)).toMatchObject({ state: asked })
    expect(await connector.refund(wallet.context(order), attempt, refund)).toMatchObject({ state: asked })
    await wallet.advance('PT1M')

    const done = { state: 'refunded', amount: order.amount }
    expect(await connector.queryRefund(wallet.context(order), attempt, refund.ref)).toMatchObject(done)
    expect(await connector.refund(wallet.context(order), attempt, refund)).toMatchObject(done)
    expect(await wallet.ask(attempt)).toMatchObject(done)
    return expect(await wallet.ledgerOf(order, 'refund')).toMatchObject([{ amount: 1500, currency: 'XOF' }])
  })
}
