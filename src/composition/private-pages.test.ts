import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import type { Sms } from '#features/one-time-code/server/sms-sender.ts'
import { aVisitor, codeIn, SEND, VERIFY } from '#tests/support/code-world.ts'
import { realPages } from '#tests/support/served-portal.ts'
import { testPortal } from '#tests/support/test-portal.ts'

const texts: Sms[] = []

const portal = await testPortal({
  sms: { send: async (sms) => (texts.push(sms), { kind: 'accepted' }) },
  register: realPages(),
})

const UNKNOWN = 'A'.repeat(22)
const MSISDN = '90000001'

/** A visit that typed a number, and verified a code for it. */
async function aVisit(proves: string[] = []): Promise<string> {
  const visitor = aVisitor(portal)
  await visitor.post(`${API_PREFIX}/visit/v1/prefill`, { type: 'prepaid', msisdn: MSISDN })
  for (const purpose of proves) {
    const { refId } = (await visitor.post(SEND, { msisdn: MSISDN, purpose })).json().result
    await visitor.post(VERIFY, { refId, otp: codeIn(texts.at(-1)) })
  }
  return visitor.cookie()
}

async function storing(url: string, cookie = ''): Promise<unknown> {
  const answer = await portal.call({ url, headers: { cookie } })
  expect(answer.headers['content-type'], url).toContain('text/html')
  return answer.headers['cache-control']
}

test.for([
  `/payment/status?id=${UNKNOWN}`,
  `/find-payment/claim?id=${UNKNOWN}`,
  `/r/${UNKNOWN}`,
  `/ask/${UNKNOWN}`,
  `/v/${UNKNOWN}`,
  '/on-this-phone?erase=ask',
])('S9 a page rendered with a private call is cached nowhere, whatever the response was: %s', async (url) => {
  expect(await storing(url)).toBe('no-store')
  expect(await storing(url, await aVisit())).toBe('no-store')
})

test.for(['/prepaid-recharge', '/data-bundle', '/check-balance?balance=shown', '/find-payment?list=shown'])(
  'S9 what a visit has proven is cached nowhere: %s',
  async (url) => {
    expect(await storing(url, await aVisit(['BALANCE', 'FIND']))).toBe('no-store')
  },
)

test.for([
  '/',
  '/prepaid-recharge',
  `/prepaid-recharge?msisdn=${MSISDN}`,
  '/data-bundle',
  '/check-balance',
  '/find-payment',
  '/orp/fixed-internet',
  '/postpaid-bill-pay',
  '/hbb-lead',
  '/hbb-lead-status',
  '/ask',
  '/on-this-phone',
])('a page without private responses is restored by the browser as it was left: %s', async (url) => {
  expect(await storing(url)).toBe('private, no-cache')
  expect(await storing(url, await aVisit())).toBe('private, no-cache')
})
