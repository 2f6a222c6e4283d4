import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { CARDS, payOn } from '../testing/card-payments.ts'
import { aDpoToken } from '../testing/dpo-calls.ts'
import { aPaystackPayment, RETURN_URL } from '../testing/paystack-calls.ts'
import { aSandbox } from '../testing/test-sandbox.ts'
import { express } from '../testing/tingg-calls.ts'

const policyOf = (headers: Record<string, unknown>) => String(headers['content-security-policy'])

async function somePages(app: FastifyInstance): Promise<string[]> {
  const { access_code } = await aPaystackPayment(app)
  const token = await aDpoToken(app)
  await express(app)
  return [`/sandbox/paystack/checkout/${access_code}?`, `/sandbox/dpo/payv2.php?ID=${token}&`, '/sandbox/tingg/checkout/REF2345ABCD?']
}

test('every page shows SANDBOX, the payee and the amount, and offers the three cards, in two languages', async () => {
  const { app } = await aSandbox()
  for (const page of await somePages(app)) {
    const french = (await app.inject(page)).body
    const english = (await app.inject(`${page}lang=en`)).body
    for (const body of [french, english]) {
      expect(body).toContain('SANDBOX')
      expect(body).toContain('Ténéré Mobile')
      for (const card of Object.values(CARDS)) expect(body).toContain(`value="${card.replaceAll(' ', '')}"`)
    }
    expect(french).toMatch(/<html lang="fr">[^]*Payer\s+1\s500\sF/)
    expect(english).toMatch(/<html lang="en">[^]*Pay\s+1,500\sF/)
  }
})

test('a page cannot be framed, and its forms lead only to itself, the portal and the addresses of the payment', async () => {
  const { app } = await aSandbox()
  const { access_code } = await aPaystackPayment(app, { callback_url: 'http://127.0.0.1:3000/back' })
  const policy = policyOf((await app.inject(`/sandbox/paystack/checkout/${access_code}`)).headers)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("form-action 'self' http://localhost:3000 http://127.0.0.1:3000;")
})

test('an invalid field shows its error, and nothing is charged', async () => {
  const { app, world } = await aSandbox()
  const { access_code } = await aPaystackPayment(app)
  const left = await payOn(app, 'paystack', access_code, { card: CARDS.pays, expiry: '01/20' })
  expect([left.status, left.body]).toEqual([422, expect.stringContaining('Cette carte a expiré.')])
  expect(left.body).not.toContain('value="4084 0840 8408 4081"')
  expect(world.money.ledger()).toEqual([])
})

test('an unknown payment link is not found', async () => {
  const { app } = await aSandbox()
  const answer = await app.inject('/sandbox/paystack/checkout/nobody')
  expect([answer.statusCode, answer.body]).toEqual([404, expect.stringContaining('Lien inconnu')])
  expect((await payOn(app, 'uba', 'nobody', { card: CARDS.pays })).status).toBe(404)
})

test('an ended payment says so and leads back', async () => {
  const { app } = await aSandbox()
  const { access_code } = await aPaystackPayment(app)
  await payOn(app, 'paystack', access_code, { card: CARDS.pays })
  const { body } = await app.inject(`/sandbox/paystack/checkout/${access_code}`)
  expect(body).toContain('Paiement reçu')
  expect(body).toContain(`href="${RETURN_URL}?trxref=REF2345ABCD&amp;reference=REF2345ABCD"`)
})

test('without an address to return to, the payer stays on the page', async () => {
  const { app } = await aSandbox()
  const { access_code } = await aPaystackPayment(app, { callback_url: undefined })
  const left = await payOn(app, 'paystack', access_code, { card: CARDS.pays })
  expect([left.status, left.location]).toEqual([303, `/sandbox/paystack/checkout/${access_code}?lang=fr`])
})

test('a page from elsewhere cannot press the buttons', async () => {
  const { app, world } = await aSandbox()
  const { access_code } = await aPaystackPayment(app)
  const headers = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await app.inject({
    method: 'POST',
    url: `/sandbox/paystack/pay/${access_code}`,
    headers,
    payload: `card=4084084084084081`,
  })
  expect([answer.statusCode, world.money.ledger()]).toEqual([403, []])
})

test('what a merchant sends is text on the page', async () => {
  const { app } = await aSandbox()
  await express(app, { request_description: '<b>&"' })
  const { body } = await app.inject('/sandbox/tingg/checkout/REF2345ABCD')
  expect(body).toContain('&lt;b&gt;&amp;&quot;')
  expect(body).not.toContain('<b>&"')
})

test('the language of a Tingg request is the page’s, until another is chosen', async () => {
  const { app } = await aSandbox()
  await express(app, { language_code: 'en' })
  expect((await app.inject('/sandbox/tingg/checkout/REF2345ABCD')).body).toContain('<html lang="en">')
  expect((await app.inject('/sandbox/tingg/checkout/REF2345ABCD?lang=fr')).body).toContain('<html lang="fr">')
})

test('the front page shows the gateways, their movements and their webhooks', async () => {
  const { app, world } = await aSandbox({ portalUrl: 'http://127.0.0.1:9' })
  const { access_code } = await aPaystackPayment(app)
  await payOn(app, 'paystack', access_code, { card: CARDS.pays })
  await world.scheduler.advance(1_000)
  const { body } = await app.inject('/?lang=en')
  for (const text of ['Paystack', 'DPO Pay', 'Tingg', 'UBA U-Collect', 'REF2345ABCD', '/notice/paystack']) expect(body).toContain(text)
})
