import { expect, test } from 'vitest'
import { ProviderUnavailable } from '../payment-connector.ts'
import { attemptOf, NO_ANSWERS, sealed, type Connect, type WalletTraits } from './sandboxed-wallet.ts'

/** Long enough not to appear anywhere by chance. */
const TELLTALE_PIN = '735182946017'

/** What a connector promises whose payer types a PIN on our page. */
export function testPinEntryContract(name: string, traits: WalletTraits, connect: Connect): void {
  testPinOutcomeContract(name, connect)
  testPinSecrecyContract(name, connect)

  test.for(NO_ANSWERS)(`${name} 8: a PIN sent to a wallet that %s is unknown, never wrong`, async ([, fault]) => {
    const wallet = await connect()
    const begun = await wallet.begin()
    await wallet.misbehave(fault)
    const { seen } = await wallet.enterPin(begun, '1234', { timeoutMs: 400 })
    expect(seen).toBeInstanceOf(ProviderUnavailable)
    expect(seen).toMatchObject({ mayHaveArrived: true })
  })

  test(`${name} 2: a PIN whose response was lost is found by any later query, right or wrong`, async () => {
    const wallet = await connect()
    const begun = await wallet.begin()
    await wallet.misbehave({ dropAnswer: true }, traits.operations.pay)
    const wrong = await wallet.enterPin(begun, '0000')
    await wallet.behave()
    expect(await wallet.ask(wrong.attempt)).toMatchObject({ state: 'declined', final: false, reason: 'wrong_pin', attemptsLeft: 4 })

    await wallet.misbehave({ dropAnswer: true }, traits.operations.pay)
    const right = await wallet.enterPin({ ...begun, attempt: wrong.attempt }, '1234')
    await wallet.behave()
    expect(await wallet.ask(right.attempt)).toMatchObject({ state: 'paid', amount: begun.order.amount })
    // A PIN that was counted and never sent does not hide the one that paid.
    expect(await wallet.ask({ ...right.attempt, secretsSent: 3 })).toMatchObject({ state: 'paid' })
    expect(await wallet.ledgerOf(begun.order, 'capture')).toHaveLength(1)
  })

  test(`${name} 2: the same submission sent again takes nothing more`, async () => {
    const wallet = await connect()
    const begun = await wallet.begin()
    await wallet.enterPin(begun, '1234')
    expect((await wallet.enterPin(begun, '1234')).seen).toBeInstanceOf(ProviderUnavailable)
    expect(await wallet.ledgerOf(begun.order, 'capture')).toHaveLength(1)
  })

  test(`${name}: a payment for which no PIN was sent is open, and no query is sent`, async () => {
    const wallet = await connect()
    expect(await wallet.ask(attemptOf(wallet.newOrder()))).toEqual({ state: 'pending' })
    expect(wallet.sent).toEqual([])
  })

  test(`${name} 9: a wallet that takes five minutes is polled until it has paid`, async () => {
    const wallet = await connect()
    const begun = await wallet.begin({ msisdn: '99000011' })
    const { seen, attempt } = await wallet.enterPin(begun, '1234', { timeoutMs: 400 })
    expect(seen).toBeInstanceOf(ProviderUnavailable)
    expect(await wallet.ask(attempt)).toMatchObject({ state: 'pending' })
    await wallet.advance('PT5M')
    expect(await wallet.ask(attempt)).toMatchObject({ state: 'paid', amount: begun.order.amount })
  })
}

function testPinOutcomeContract(name: string, connect: Connect): void {
  test(`${name} 10: abuse 28 wrong PINs are counted as the wallet counts them, and the last one locks it`, async () => {
    const wallet = await connect()
    const begun = await wallet.begin()
    for (const [secretsSent, attemptsLeft] of [4, 3, 2, 1].entries()) {
      const { seen } = await wallet.enterPin({ ...begun, attempt: { ...begun.attempt, secretsSent } }, '0000')
      expect(seen).toMatchObject({ state: 'declined', final: false, reason: 'wrong_pin', attemptsLeft })
    }
    const { seen, attempt } = await wallet.enterPin({ ...begun, attempt: { ...begun.attempt, secretsSent: 4 } }, '0000')
    expect(seen).toMatchObject({ state: 'declined', final: true, reason: 'pin_locked', provider: { code: '1006' } })
    expect(await wallet.ask(attempt)).toMatchObject({ state: 'declined', final: true, reason: 'pin_locked' })
    expect((await wallet.begin()).started).toMatchObject({ kind: 'rejected', reason: 'pin_locked', provider: { code: '1006' } })
  })

  test(`${name} 10: a PIN refused once is entered again under the same key`, async () => {
    const wallet = await connect()
    const begun = await wallet.begin({ msisdn: '99000004' })
    const first = await wallet.enterPin(begun, '1234')
    expect(first.seen).toMatchObject({ state: 'declined', final: false, reason: 'wrong_pin', attemptsLeft: 4 })
    const second = await wallet.enterPin({ ...begun, attempt: first.attempt }, '1234')
    expect(second.seen).toMatchObject({ state: 'paid', amount: begun.order.amount })
  })

  test(`${name} 10: a payer whose wallet never decides is not waited for`, async () => {
    const wallet = await connect()
    const { seen, attempt } = await wallet.enterPin(await wallet.begin({ msisdn: '99000006' }), '1234')
    expect(seen).toMatchObject({ state: 'pending' })
    await wallet.advance('PT3M')
    expect(await wallet.ask(attempt)).toMatchObject({ state: 'expired' })
  })
}

function testPinSecrecyContract(name: string, connect: Connect): void {
  test(`${name}: a PIN is sent encrypted, and shown nowhere`, async () => {
    const wallet = await connect()
    const begun = await wallet.begin()
    const { attempt, seen } = await wallet.enterPin(begun, TELLTALE_PIN)
    const paid = await wallet.enterPin({ ...begun, attempt }, '1234')
    expect(paid.seen).toMatchObject({ state: 'paid' })
    const shown = [...wallet.sent, JSON.stringify(seen), JSON.stringify(paid.seen), await wallet.everythingShown(begun.order)].join('\n')
    expect(shown).not.toContain(TELLTALE_PIN)
    expect(wallet.sent.every((request) => !/X-User-Bearer/i.test(request))).toBe(true)
  })

  test(`${name}: abuse 30 S10 a PIN encrypted for another payment, for another key, or sent before is refused, not counted`, async () => {
    const wallet = await connect()
    const begun = await wallet.begin()
    const other = await wallet.begin({ msisdn: '90000003' })
    const refused = { state: 'declined', final: true, reason: 'expired' }
    expect((await wallet.enterPin(begun, '1234', { seal: { label: other.order.ref } })).seen).toMatchObject(refused)
    let attempt = { ...begun.attempt, secretsSent: 1 }
    if (other.key) expect((await wallet.enterPin({ ...begun, attempt }, '1234', { seal: { key: other.key } })).seen).toMatchObject(refused)
    attempt = { ...attempt, secretsSent: 2 }
    const mixed = other.key && begun.key ? { kid: begun.key.kid, spki: other.key.spki } : undefined
    if (mixed) expect((await wallet.enterPin({ ...begun, attempt }, '1234', { seal: { key: mixed } })).seen).toMatchObject(refused)
    attempt = { ...attempt, secretsSent: 3 }

    const wrong = await wallet.enterPin({ ...begun, attempt }, '0000')
    expect(wrong.seen).toMatchObject({ state: 'declined', reason: 'wrong_pin', attemptsLeft: 4 })
    const again = { ...wrong.attempt, secretsSent: wrong.attempt.secretsSent + 1 }
    expect(await wallet.connector.submitSecret?.(wallet.context(begun.order), again, wrong.secret)).toMatchObject(refused)
    expect(await wallet.ledgerOf(begun.order, 'capture')).toEqual([])
  })

  test(`${name}: a key expires after five minutes`, async () => {
    const wallet = await connect()
    const begun = await wallet.begin()
    await wallet.advance('PT5M')
    expect((await wallet.enterPin(begun, '1234')).seen).toMatchObject({ state: 'declined', final: true, reason: 'expired' })
  })

  test(`${name}: a value that is no encrypted PIN is not sent`, async () => {
    const wallet = await connect()
    const { order, attempt, key } = await wallet.begin()
    const good = key && (await sealed('1234', { key, label: order.ref }))
    wallet.sent.length = 0
    for (const ciphertext of ['1234', `${good?.ciphertext}\r\nX-Evil: 1`, '', 'é'.repeat(344)]) {
      const counted = { ...attempt, secretsSent: 1 }
      const seen = await wallet.connector.submitSecret?.(wallet.context(order), counted, { kid: key?.kid ?? '', ciphertext })
      expect(seen).toMatchObject({ state: 'declined', final: false })
    }
    expect(wallet.sent).toEqual([])
  })
}
