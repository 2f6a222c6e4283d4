import { expect, test } from 'vitest'
import { CALLS, type CallName } from '#calls/contracts.ts'
import type { Failure } from '#shared/failure.ts'
import { fakeOperator } from '#tests/support/fake-operator.ts'
import { cookiesOf, testPortal } from '#tests/support/test-portal.ts'

type Asking = { input?: object; headers?: Record<string, string>; remoteAddress?: string }
type Answered = { answer: Failure | { status: 'success'; result: unknown }; cookies: string; httpStatus: number }
type Way = (name: CallName, asking?: Asking) => Promise<Answered>

const operator = fakeOperator()
/** A page that only makes a call: the checks of page requests apply to it. */
const portal = await testPortal({
  operator,
  async register({ app, callsFor }) {
    app.post('/page-of-many-calls', { schema: { hide: true } }, async (request, reply) => {
      const { validateNumber, readLineOffer, savePrefill, readDraft } = callsFor(request, reply)
      await Promise.all([
        validateNumber({ msisdn: '90000001' }),
        readLineOffer({ msisdn: '90000001', page: '/prepaid-recharge' }),
        savePrefill({ type: 'broadband', msisdn: '90000005' }),
      ])
      await savePrefill({ type: 'prepaid', msisdn: '90000007' })
      return readDraft()
    })
    app.post<{ Params: { name: CallName }; Body: { input?: object } }>('/page/:name', { schema: { hide: true } }, (request, reply) => {
      const call = callsFor(request, reply)[request.params.name] as (input: unknown) => Promise<object>
      return call(request.body.input)
    })
  },
})

const byFetch: Way = async (name, { input, headers = {}, remoteAddress } = {}) => {
  const { method, url } = CALLS[name]
  const sent = method === 'GET' ? { query: { ...input } as Record<string, string> } : { payload: { ...input } }
  const answer = await portal.call({ method, url, headers, ...sent, ...(remoteAddress && { remoteAddress }) })
  return { answer: answer.json(), cookies: cookiesOf(answer), httpStatus: answer.statusCode }
}

const fromPage: Way = async (name, { input, headers = {}, remoteAddress } = {}) => {
  const payload = input ? { input } : {}
  const answer = await portal.call({ method: 'POST', url: `/page/${name}`, headers, payload, ...(remoteAddress && { remoteAddress }) })
  return { answer: answer.json(), cookies: cookiesOf(answer), httpStatus: answer.statusCode }
}

const WAYS = [
  { way: 'by fetch', ask: byFetch, place: 1 },
  { way: 'from a page', ask: fromPage, place: 2 },
]

for (const { way, ask, place } of WAYS) {
  test(`${way}: a call is answered by its contract`, async () => {
    const { answer } = await ask('validateNumber', { input: { msisdn: '90000003' } })
    expect(answer).toEqual({ status: 'success', statusCode: 200, result: 'POSTPAID' })
  })

  test(`${way}: an input that does not fit the schema is refused before the handler runs`, async () => {
    const before = operator.asked()
    for (const input of [{ msisdn: 90000001 }, { msisdn: '90000001', more: true }, {}, { msisdn: '9'.repeat(50) }]) {
      const { answer } = await ask('validateNumber', { input })
      expect(answer, JSON.stringify(input)).toMatchObject({ status: 'failure', code: 'bad-request' })
    }
    expect((await ask('readCoverageAt', { input: { latitude: '13', longitude: '2', more: 'x' } })).answer).toMatchObject({
      code: 'bad-request',
    })
    expect(operator.asked()).toBe(before)
  })

  test(`${way}: a form or script of another site is refused`, async () => {
    const { answer, httpStatus } = await ask('savePrefill', {
      input: { type: 'prepaid', msisdn: '90000001' },
      headers: { origin: 'https://evil.example' },
    })
    expect([httpStatus, answer]).toMatchObject([403, { code: 'foreign-origin' }])
  })

  test(`${way}: the visit begins, is recognised by its cookie, and stores what was typed`, async () => {
    const prefill = { type: 'prepaid', msisdn: `9000000${place}` }
    const { cookies } = await ask('savePrefill', { input: prefill })
    expect(cookies).toMatch(/^sid=[A-Za-z0-9_-]{43}$/)
    const again = await ask('readDraft', { headers: { cookie: cookies } })
    expect(again.answer).toMatchObject({ result: { widgetInfo: prefill } })
    expect(again.cookies).toBe('')
    expect((await ask('readDraft')).answer).toMatchObject({ result: { widgetInfo: null } })
  })

  test(`${way}: limits count for the client’s IP address`, async () => {
    const remoteAddress = `203.0.113.${place}`
    const codes: string[] = []
    for (let turn = 0; turn < 40; turn += 1) {
      const input = { rating: 4, words: 'bien', website: '' }
      const { answer } = await ask('giveFeedback', { input, remoteAddress })
      codes.push('code' in answer ? answer.code : 'given')
    }
    expect(codes[0]).toBe('given')
    expect(codes.at(-1)).toBe('too-many-requests')
    const elsewhere = await ask('giveFeedback', { input: { rating: 4, words: 'bien', website: '' }, remoteAddress: `203.0.114.${place}` })
    expect(elsewhere.answer).toMatchObject({ status: 'success' })
  })

  test(`${way}: a failure is reported in the visitor’s language and reveals nothing internal`, async () => {
    operator.failNext('unavailable')
    const msisdn = `9177770${place}`
    const { answer } = await ask('validateNumber', { input: { msisdn }, headers: { cookie: 'lang=en' } })
    expect(answer).toMatchObject({ status: 'failure', code: 'operator-unavailable', message: expect.stringMatching(/[a-z] /) })
    expect(Object.keys(answer).sort()).toEqual(['code', 'message', 'requestId', 'status', 'statusCode'])
    const inFrench = await ask('validateNumber', { input: { msisdn: 'x' } })
    const inEnglish = await ask('validateNumber', { input: { msisdn: 'x' }, headers: { cookie: 'lang=en' } })
    expect(inFrench.answer).not.toEqual(inEnglish.answer)
  })

  test(`${way}: every call is counted by its route`, async () => {
    await ask('readShopTowns')
    const text = await portal.metrics.text()
    expect(text).toContain(`route="${CALLS.readShopTowns.url}"`)
  })
}

test('a page gets the same response as a browser', async () => {
  for (const name of ['readOverview', 'readShopTowns', 'readCoverageSummary', 'readProductConfig', 'readLoadingTexts'] as const) {
    const asking = name === 'readLoadingTexts' ? { input: { prefix: '' } } : {}
    expect((await fromPage(name, asking)).answer, name).toEqual((await byFetch(name, asking)).answer)
  }
})

test('the calls of one page begin one visit, also all at once, and see what earlier ones stored', async () => {
  const answer = await portal.call({ method: 'POST', url: '/page-of-many-calls', payload: {} })
  expect(answer.cookies.map(({ name }) => name)).toEqual(['sid'])
  expect(answer.json().result.widgetInfo).toEqual({ type: 'prepaid', msisdn: '90000007' })
  const { answer: later } = await byFetch('readDraft', { headers: { cookie: cookiesOf(answer) } })
  expect(later).toMatchObject({ result: { widgetInfo: { msisdn: '90000007' } } })
})
