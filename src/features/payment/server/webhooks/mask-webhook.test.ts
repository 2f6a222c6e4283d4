import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Webhook } from '#payment-connectors/payment-connector.ts'
import {
  CARD,
  CONNECTORS,
  EMAIL,
  PAYER_NAME,
  PHONE,
  requestOf,
  sampleWebhooks,
  withBody,
  type SampleWebhook,
} from '#tests/support/sample-webhooks.ts'
import { maskBody, maskWebhook } from './mask-webhook.ts'

const REF = 'ABCDEFGH2345'

function read(sample: SampleWebhook, ref = REF): Webhook {
  const webhook = CONNECTORS.get(sample.connector)?.parseWebhook?.(requestOf(sample, ref))
  if (typeof webhook !== 'object') throw new Error(`${sample.connector} did not read its own notice: ${webhook}`)
  return webhook
}

const kept = (sample: SampleWebhook) => maskBody(Buffer.from(sample.body), read(sample)).toString()

const SAMPLES = sampleWebhooks(REF).map((sample) => [`${sample.connector} ${sample.body.slice(0, 40)}`, sample] as const)

test.for(SAMPLES)('F61 abuse 86 no card, address, name or phone of a payer is stored: %s', ([, sample]) => {
  const whole = `${kept(sample)} ${JSON.stringify(maskWebhook(read(sample)))}`
  for (const secret of [
    CARD,
    CARD.slice(0, 6),
    '4081',
    EMAIL,
    'amina',
    PAYER_NAME,
    'Moussa',
    PHONE,
    PHONE.slice(3),
    'AUTH_',
    'SIG_',
    '2030',
  ])
    expect(whole.toLowerCase()).not.toContain(secret.toLowerCase())
})

test.for(SAMPLES)('F61 the stored webhook means the same to its connector, and has the same identity: %s', ([, sample]) => {
  const before = read(sample)
  const after = read(withBody(sample, kept(sample)))
  expect({ ...after, dedupeKey: '' }).toEqual({ ...maskWebhook(before), dedupeKey: '' })
  expect(maskWebhook(maskWebhook(before))).toEqual(maskWebhook(before))
})

test.for(SAMPLES)('F61 a person still finds every reference, amount, state and time: %s', ([, sample]) => {
  const text = kept(sample)
  const names = /(?:reference|Ref|_id|ID|Token|amount|Amount|status|Status|code|Code|Date|date|_at)"?[:>=]\s*"?([A-Za-z0-9][\w.:/ -]*)/g
  const facts = [...sample.body.matchAll(names)].map(([, fact = '']) => fact).filter((fact) => !['AUTH_8dfhjjdt'].includes(fact))
  expect(facts).not.toEqual([])
  for (const fact of facts) expect(text).toContain(fact)
})

test('references, receipts and times of any digits are never mistaken for cards', () => {
  const digits = fc.stringMatching(/^[0-9]{13,19}$/)
  fc.assert(
    fc.property(digits, fc.stringMatching(/^[A-HJ-NP-Z2-9]{12}$/), (receipt, ref) => {
      const sample = sampleWebhooks(ref).find(({ connector }) => connector === 'paystack')
      if (!sample) return
      const body = sample.body.replace('4099260516', JSON.stringify(receipt))
      const webhook = read(withBody(sample, body), ref)
      const text = maskBody(Buffer.from(body), webhook).toString()
      expect(text).toContain(receipt)
      expect(read(withBody(sample, text), ref)).toEqual(maskWebhook(webhook))
    }),
  )
})

test.for([
  ['a 19-digit number that JavaScript cannot hold', `{"a":6304000000000000001}`],
  ['a card as a name', `{"${CARD}":1}`],
  ['a card in a list', `{"a":[["x",["${CARD}"]]]}`],
  ['a card with spaces', `{"a":"4084 0840 8408 4081"}`],
  ['a card where a reference belongs', `{"reference":"${CARD}"}`],
  ['a card beside a reference', `{"reference":"R1 ${CARD}"}`],
  ['an address where a reference belongs', `{"order_id":"${EMAIL}"}`],
  ['neither JSON nor XML', `card=${CARD}&email=${EMAIL}`],
  ['a form with its signs written out', `card=${CARD}&note=4084+0840+8408+4081&who=amina.moussa%40example.ne&ref=${REF}`],
  ['half a JSON', `{"card":"${CARD}","email":"${EMAIL}"`],
  ['an element within a secret one', `<A><Card><Number>${CARD}</Number></Card></A>`],
  ['text between elements', `<A><B>1</B>${CARD}<C>2</C></A>`],
  ['a comment and an attribute', `<A x="${CARD}"><!-- ${EMAIL} --><?x ${CARD}?></A>`],
] as const)('F61 additional text by anyone is masked too: %s', ([, body]) => {
  const webhook: Webhook = { trust: 'hint', dedupeKey: 'd', attempt: { by: 'ref', value: REF }, seen: { state: 'pending' } }
  const text = maskBody(Buffer.from(body), webhook).toString()
  for (const secret of [CARD, '4084 0840', '4084+0840', EMAIL, 'amina', '63040000000']) expect(text).not.toContain(secret)
})

test('another person’s card number in place of a payment reference is not stored there either', () => {
  const seen = { state: 'paid', amount: { minor: 1500, currency: 'XOF' }, providerTxnId: CARD } as const
  const hint: Webhook = { trust: 'hint', dedupeKey: 'd', attempt: { by: 'ref', value: REF }, seen }
  expect(JSON.stringify(maskWebhook(hint))).not.toContain(CARD)
  // A signed webhook came from the provider, and names the payment as the provider does.
  expect(maskWebhook({ ...hint, trust: 'signed' }).seen).toEqual(seen)
})

test.for([
  ['sixty thousand zeros', `{"a":"${'0'.repeat(60_000)}"}`],
  ['sixty thousand crosses', `{"a":"${'x'.repeat(60_000)}"}`],
  ['sixty thousand signs before an address', `{"a":"${'a'.repeat(60_000)}@"}`],
  ['brackets without end', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ['objects without end', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['thirty thousand numbers', JSON.stringify(Array.from({ length: 10_000 }, () => 40840))],
  ['an XML of comments that begin in data', `<a><![CDATA[${'<!--'.repeat(15_000)}]]></a>`],
  ['an XML of open tags', `<a>${'<b>'.repeat(20_000)}`],
  ['an XML of smaller signs', '<'.repeat(60_000)],
] as const)('F17 junk of the largest size is processed quickly and stored short: %s', ([, body]) => {
  const webhook: Webhook = { trust: 'hint', dedupeKey: 'd', attempt: { by: 'ref', value: REF }, seen: { state: 'pending' } }
  const began = performance.now()
  const text = maskBody(Buffer.from(body), webhook)
  expect(performance.now() - began).toBeLessThan(500)
  expect(text.byteLength).toBeLessThan(30_000)
})
