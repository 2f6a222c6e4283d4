import { expect, test, vi } from 'vitest'
import { aRequest } from './connector-testing.ts'
import type { Connect, WalletTraits } from './sandboxed-wallet.ts'

/** What a connector promises about the webhooks of its wallet: they are hints, from any sender and however often. */
export function testWalletWebhookContract(name: string, traits: WalletTraits, connect: Connect): void {
  test(`${name} 3: a webhook that overtakes the response names the payment, and the query confirms it`, async () => {
    const wallet = await connect()
    await wallet.misbehaveWhenPaying({ noticeFirst: true })
    const begun = await wallet.begin()
    const { order } = begun
    const attempt = traits.agreesBy === 'pin' ? (await wallet.enterPin(begun, '1234')).attempt : begun.attempt
    const [first] = wallet.webhooks
    expect(first && wallet.connector.parseWebhook?.(first)).toMatchObject({
      trust: 'hint',
      attempt: { by: 'ref', value: order.ref },
      seen: traits.noticeNamesNoAmount ? { state: 'unrecognised', saysPaid: true } : { state: 'paid', amount: order.amount },
    })
    expect(await wallet.ask(attempt)).toMatchObject({ state: 'paid', amount: order.amount })
    expect(await wallet.ledgerOf(order, 'capture')).toHaveLength(1)
  })

  test.for([
    ['by a fault', '90000001', { duplicateNotices: 4 }],
    ['by its payer', '99000012', null],
  ] as const)(`${name} 4: every delivery of one webhook is the same webhook (%s)`, async ([, msisdn, fault]) => {
    const wallet = await connect()
    if (fault) await wallet.misbehaveWhenPaying(fault)
    const begun = await wallet.begin({ msisdn })
    if (fault || traits.agreesBy === 'pin') await wallet.agree(begun)
    await vi.waitFor(() => expect(wallet.webhooks.length).toBe(5), { timeout: 5_000 })
    const read = wallet.webhooks.map((webhook) => wallet.connector.parseWebhook?.(webhook))
    for (const webhook of read) expect(webhook).toEqual(read[0])
    expect(await wallet.ledgerOf(begun.order, 'capture')).toHaveLength(1)
  })

  test(`${name}: an acknowledged webhook is not repeated`, async () => {
    const wallet = await connect()
    await wallet.misbehaveWhenPaying({ noticeFirst: true })
    const begun = await wallet.begin()
    if (traits.agreesBy === 'pin') await wallet.agree(begun)
    await wallet.advance('PT2H')
    expect(wallet.webhooks).toHaveLength(1)
  })

  test(`${name} 5: a forged webhook changes nothing by itself`, async () => {
    const wallet = await connect()
    const { order, attempt } = await wallet.begin()
    const path = `/notice/${wallet.connector.info.id}/${order.ref}/forged`
    const webhook = wallet.connector.parseWebhook?.({ ...aRequest(), path, body: traits.forgedNotice })
    expect(typeof webhook === 'object' ? webhook.trust : webhook).toBe(traits.signsHints ? 'unauthentic' : 'hint')
    expect(await wallet.ask(attempt)).toMatchObject({ state: 'pending' })
  })

  test.for<[string, string | Buffer]>([
    ['a megabyte', 'a'.repeat(1024 * 1024)],
    ['deep JSON', '['.repeat(100_000)],
    ['bytes', Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28])],
    ['nothing', ''],
    ['a prototype', '{"__proto__":{"transactionStatus":"completed"},"Body":{"stkCallback":{"toString":1}}}'],
  ])(`${name} 16: %s instead of a webhook is refused at once`, async ([, body]) => {
    const { connector } = await connect()
    const begun = performance.now()
    expect(connector.parseWebhook?.({ ...aRequest({ body }), path: '/notice/x/ABCDEFGH2345/mac' })).toBe('unauthentic')
    expect(performance.now() - begun).toBeLessThan(2_000)
  })
}
