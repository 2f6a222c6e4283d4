import { expect, test, vi } from 'vitest'
import type { ConnectorContext, ConnectorInfo, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { API_PREFIX } from '#calls/addresses.ts'
import { aVisitor } from '#tests/support/code-world.ts'
import { aCanary, describedCalls, findIn, findInTables, textsIn, withText, type Canary, type CanaryKind } from '#tests/support/canaries.ts'
import { aBundle, fakeOperator } from '#tests/support/fake-operator.ts'
import { DETAILS, leadWorld, PLAN } from '#tests/support/lead-world.ts'
import { CONNECTORS, sampleWebhooks, withBody, type SampleWebhook } from '#tests/support/sample-webhooks.ts'
import { testPortal } from '#tests/support/test-portal.ts'

/**
 * The allowed places of a value: the fields that ask for it, and the columns that store it for them. Any other place is a defect. `columns`
 * are prefixes of names.
 */
const BELONGS: { field: RegExp; kind: CanaryKind; columns: RegExp; reason: string }[] = [
  {
    field: /\/visit\/v1\/(?:prefill|line-offer) msisdn$/,
    kind: 'mobile',
    columns: /^visit\.draft$/,
    reason: 'STATE-1: the number of the line, typed to be found again after a refresh',
  },
  {
    field: /\/(?:otp|one-time-code|subscriber)\/.* (?:msisdn|text)$/,
    kind: 'mobile',
    columns: /^(?:one_time_code|one_time_code_challenge)\.msisdn$/,
    reason: 'OTP: the line that a code was sent to, two days',
  },
  {
    field: /\/purchase msisdn$/,
    kind: 'mobile',
    columns: /^(?:purchase|pay_order)\.query_data$/,
    reason: 'STATE-1: the line that is to be topped up',
  },
  {
    field: /\/transaction\/v1\/link msisdn$/,
    kind: 'mobile',
    columns: /^payment_link\.msisdn$/,
    reason: 'LINK-1: the line that others are asked to pay for, until the link has ended',
  },
  {
    field: /\/(?:purchase email|initiate emailId)$/,
    kind: 'email',
    columns: /^(?:(?:purchase|pay_order)\.query_data|pay_attempt\.payer)$/,
    reason: 'HUB-3: where the receipt goes',
  },
  {
    field: /\/(?:initiate|process) (?:emailId|paymentMobile)$/,
    kind: 'mobile',
    columns: /^(?:pay_attempt\.(?:payer|method)|pay_payer_proof\.msisdn|pay_order\.query_data|rate_limit\.key)$/,
    reason: 'MM-1: the wallet that is asked to pay',
  },
  {
    field: /\/lead\/v1\/details values\.email$/,
    kind: 'email',
    columns: /^visit\.draft$/,
    reason: 'LEAD-2: how the installer reaches the visitor, until the request is sent',
  },
  {
    field: /\/lead\/v1\/details values\.msisdn$/,
    kind: 'mobile',
    columns: /^visit\.draft$/,
    reason: 'LEAD-2: the number that gets the code and is called back, until the request is sent',
  },
  {
    field: /\/fixed-internet\/pair contactPersonEmailId$/,
    kind: 'email',
    columns: /^visit\.draft$/,
    reason: 'FIX-1: the e-mail that proves an account, to show its bills again',
  },
]

const LINE = '90000001'
const lines: string[] = []
const begun: { urls: ConnectorContext['urls']; ref: string }[] = []
const connectors = new Map<ConnectorInfo['id'], PaymentConnector>(
  [...CONNECTORS].map(([id, connector]) => [
    id,
    {
      ...connector,
      async start({ urls }, { ref }) {
        begun.push({ urls, ref })
        return { kind: 'accepted', providerRef: `TOKEN-${ref}`, action: { type: 'redirect', url: 'https://pay.test/' } }
      },
      query: async () => ({ state: 'pending' }),
    },
  ]),
)
const operator = fakeOperator()
operator.bundles = [aBundle(), PLAN]
const portal = await testPortal({
  env: { OPENAPI: 'on', LOG_LEVEL: 'debug' },
  operator,
  connectors,
  logOutput: { write: (line) => lines.push(line) },
})
const { pool } = portal.database
const TRANSACTION = `${API_PREFIX}/transaction/v1`

const places: { field: string; canary: Canary }[] = []
function newPlace(field: string): Canary {
  const canary = aCanary(places.length)
  places.push({ field, canary })
  return canary
}

/** Every value found in a place where it is not allowed. */
async function strayFinds(): Promise<string[]> {
  const log = lines.join('')
  const all = places.flatMap(({ canary }) => canary.needles)
  const inTables = await findInTables(pool, all)
  const stray = inTables.flatMap(({ column, kind, text }) => {
    const from = places.filter(({ canary }) => canary.needles.some((needle) => needle.text === text))
    const isAllowed =
      from.length === 1 && BELONGS.some((each) => each.kind === kind && each.columns.test(column) && each.field.test(from[0]?.field ?? ''))
    return isAllowed ? [] : [`${column}: ${text} of ${from.length === 1 ? from[0]?.field : 'somewhere'}`]
  })
  return [...new Set([...stray, ...findIn(log, all).map(({ text }) => `log: ${text}`)])]
}

async function aPayment(paymentGateway: string) {
  const visitor = aVisitor(portal)
  const purchase = { kind: 'airtime', msisdn: '90000001', amount: 1500, redirectPage: '/prepaid-recharge' }
  const { purchaseId } = (await visitor.post(`${TRANSACTION}/purchase`, purchase)).json().result
  const { transactionId } = (
    await visitor.post(`${TRANSACTION}/initiate`, { txnId: purchaseId, amount: 1500, emailId: 'amina@example.ne' })
  ).json().result
  await visitor.post(`${TRANSACTION}/process`, { transactionId, paymentMode: 'PAYMENT_GATEWAY', paymentGateway })
  const last = begun.at(-1)
  if (!last) throw new Error('no payment was begun')
  return { cookie: visitor.cookie(), purchaseId: String(purchaseId), transactionId: String(transactionId), ...last }
}

test(
  'abuse 86 abuse 66 abuse 21 text typed into any field of any call is found in no table and no line of the log',
  { timeout: 120_000 },
  async () => {
    const payment = await aPayment('paystack')
    const numbers = { msisdn: LINE, mobileNumber: LINE, paymentMobile: LINE, contactNumber: LINE, text: LINE }
    const { purchaseId, transactionId } = payment
    const known = {
      ...numbers,
      txnId: purchaseId,
      purchaseId,
      transactionId,
      tid: transactionId,
      amount: 1500,
      kind: 'airtime',
      paymentMode: 'PAYMENT_GATEWAY',
      paymentGateway: 'paystack',
      productCode: PLAN.productCode,
      values: DETAILS,
      website: '',
      purpose: 'LEAD',
      email: 'amina@example.ne',
      city: 'Niamey',
      redirectUrl: '/',
      currencyCode: 'XOF',
      feasibility: true,
    }
    const calls = describedCalls((await portal.call({ url: '/openapi.json' })).json(), known)
    expect(calls.length).toBeGreaterThan(40)
    const answered = new Map<string, Set<number>>()
    for (const { name, method, url, input } of calls) {
      for (const way of textsIn(input)) {
        for (const typed of newPlace(`${name} ${way.join('.')}`).typed) {
          const changed = withText(input, way, typed) as Record<string, string>
          const { statusCode } = await portal.call({
            method,
            url,
            // A new visit each time, because a visit has rate limits. A purchase's calls need its visit.
            headers: { cookie: /transaction/.test(url) ? payment.cookie : '', lang: 'fr' },
            ...(method === 'POST' ? { payload: changed } : { query: changed }),
          })
          answered.set(name, (answered.get(name) ?? new Set()).add(statusCode))
        }
      }
    }
    // Not all of it was refused by validation.
    for (const url of [
      '/feedback/v1/feedback',
      '/lead/v1/details',
      '/lead/v1/plan',
      '/visit/v1/prefill',
      '/help/v1/search',
      '/cms/maps/geocode',
    ])
      expect([...(answered.get(calls.find((call) => call.name.endsWith(url))?.name ?? '') ?? [])], url).toContain(200)
    expect([...answered].filter(([, statuses]) => [...statuses].some((status) => status >= 500)).map(([name]) => name)).toEqual([])
    expect(await strayFinds()).toEqual([])
  },
)

test('abuse 86 the search would find them: allowed values are where the list says', async () => {
  const found = await findInTables(
    pool,
    places.flatMap(({ canary }) => canary.needles),
  )
  const columns = new Set(found.map(({ column, kind }) => `${column} ${kind}`))
  expect([...columns]).toEqual(expect.arrayContaining(['visit.draft mobile', 'visit.draft email', 'pay_order.query_data email']))
})

test('abuse 86 undeclared headers, cookies, addresses and parameters leave nothing either', async () => {
  for (const url of ['/healthz', `${API_PREFIX}/nowhere`, `${API_PREFIX}/visit/v1/draft`, `${TRANSACTION}/status`]) {
    for (const typed of newPlace(`${url} headers`).typed) {
      const text = encodeURIComponent(typed)
      const headers = {
        'user-agent': text,
        referer: `http://localhost:3000/?q=${text}`,
        cookie: `sid=${text}`,
        lang: text,
        'x-forwarded-for': text,
      }
      await portal.call({ url, query: { tid: typed, q: typed }, headers })
      await portal.call({ url: `${url}/${text}`, headers })
      await portal.call({ method: 'POST', url, payload: typed, headers: { ...headers, 'content-type': 'application/json' } })
    }
  }
  expect(lines.length).toBeGreaterThan(100)
  expect(await strayFinds()).toEqual([])
})

test('abuse 86 abuse 66 a request for an installation reaches the operator without values that are not allowed in it', async () => {
  const world = await leadWorld()
  const canary = newPlace('submit-lead free texts')
  const [sentence = ''] = canary.typed
  const address = {
    type: 'INSTALLATION',
    landmark: sentence,
    lat: 13.51,
    lng: 2.11,
    city: sentence.slice(0, 100),
    street1: sentence,
    country: 'NE',
  }
  const plan = { code: 'HBB_5G_50', amount: 25_000, currency: 'XOF', description: sentence }
  const answer = await world.submit(world.visitor(), { fullName: sentence.slice(0, 100), address, plan, feasibility: false })
  expect(answer.statusCode).toBe(200)
  expect(findIn(JSON.stringify(world.operator.leads), canary.needles)).toEqual([])
  expect(await findInTables(world.portal.database.pool, canary.needles)).toEqual([])
  expect(JSON.stringify(world.operator.leads)).toContain('•••• 5670')
})

/** The webhook with one of its texts replaced, and signed again where the provider signs. */
function withCanary(sample: SampleWebhook, typed: string): SampleWebhook[] {
  if (!sample.contentType.includes('json')) {
    const elements = [...sample.body.matchAll(/<([A-Za-z]+)>([^<]+)</g)]
    return elements.map(([whole, tag]) => ({ ...sample, body: sample.body.replace(whole, `<${tag}>${typed}<`) }))
  }
  const parsed: unknown = JSON.parse(sample.body)
  return textsIn(parsed).map((way) => {
    const body = JSON.stringify(withText(parsed, way, typed))
    return withBody(sample, body)
  })
}

test('abuse 86 abuse 66 in any field of a provider’s webhook, the value is not stored', { timeout: 120_000 }, async () => {
  const { ref, urls } = await aPayment('cellulant')
  const before = lines.length
  const kinds = new Set<string>()
  for (const sample of sampleWebhooks(ref)) {
    const { typed: all } = newPlace(`notice of ${sample.connector}`)
    // Eight digits alone may be a provider's own number for a payment.
    for (const typed of all.filter((text) => !/^[0-9]{8}$/.test(text))) {
      for (const { connector, body, contentType, headers } of withCanary(sample, typed)) {
        const { pathname } = new URL(urls.notify.replace('/cellulant/', `/${connector}/`))
        for (const url of [pathname, `${TRANSACTION}/notice/${connector}`]) {
          const { statusCode } = await portal.call({
            method: 'POST',
            url,
            payload: body,
            headers: { 'content-type': contentType, ...headers },
          })
          expect(statusCode, connector).toBeLessThan(500)
        }
      }
      kinds.add(sample.connector)
    }
  }
  expect(kinds.size).toBeGreaterThan(5)
  await vi.waitFor(async () => expect(Number((await pool.query('select count(*) from pay_notice')).rows[0].count)).toBeGreaterThan(20))
  expect(lines.length).toBeGreaterThan(before)
  expect(await strayFinds()).toEqual([])
})
