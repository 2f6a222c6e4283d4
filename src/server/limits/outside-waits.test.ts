import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { PROVIDER_LIMITS } from '#outbound/outbound-limits.ts'
import type { PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { API_PREFIX } from '#calls/addresses.ts'
import { aVisitor } from '#tests/support/code-world.ts'
import { listeningPortal, measurePageViews } from '#tests/support/listening-portal.ts'

const TRANSACTION = `${API_PREFIX}/transaction/v1`

/** A slow gateway: it answers all requests when the test says so. */
const waiting: ServerResponse[] = []
const gateway = createServer((_request, response) => void waiting.push(response)).listen(0, '127.0.0.1')
afterAll(() => gateway.close())
const gatewayUrl = () => `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`

const slow: PaymentConnector = {
  info: {
    id: 'mpesa',
    paymentMode: 'MPESA',
    currencies: ['XOF'],
    wireExponent: { XOF: 0 },
    payerProof: 'none',
    resolves: ['query'],
    repeat: 'second-payment',
    refund: 'none',
    pollScheduleSeconds: [600],
  },
  async start({ fetch }, { ref }) {
    await (await fetch(gatewayUrl())).text()
    return { kind: 'accepted', providerRef: ref, action: { type: 'approve-on-phone', until: new Date(Date.now() + 60_000) } }
  },
}

const { portal, origin } = await listeningPortal({ connectors: new Map([['mpesa', slow]]) })

async function aTransaction(place: number) {
  const visitor = aVisitor(portal)
  const msisdn = String(90_000_001 + place * 1_000)
  const purchase = { kind: 'airtime', msisdn, amount: 500, redirectPage: '/prepaid-recharge' }
  const { purchaseId } = (await visitor.post(`${TRANSACTION}/purchase`, purchase)).json().result
  const { transactionId } = (await visitor.post(`${TRANSACTION}/initiate`, { txnId: purchaseId, amount: 500 })).json().result
  return { transactionId: String(transactionId), cookie: visitor.cookie(), msisdn }
}

const pay = ({ transactionId, cookie, msisdn }: Awaited<ReturnType<typeof aTransaction>>) =>
  fetch(`${origin}${TRANSACTION}/process`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie },
    body: JSON.stringify({ transactionId, paymentMode: 'MPESA', paymentMobile: msisdn }),
  })

test('F60 150 payments that wait for a slow gateway take no place of pages and statuses', { timeout: 60_000 }, async () => {
  const transactions = await Promise.all(Array.from({ length: 150 }, (_, place) => aTransaction(place)))
  const paying = Promise.all(transactions.map(pay))
  // As many as the gateway's bulkhead admits; the others queue or are rejected as busy.
  await vi.waitFor(() => expect(waiting).toHaveLength(PROVIDER_LIMITS.start.maxConcurrent), { timeout: 10_000 })
  const during = await measurePageViews(origin, 200)
  const statuses = await Promise.all(
    transactions.map(async ({ transactionId }) => (await fetch(`${origin}${TRANSACTION}/status?tid=${transactionId}`)).status),
  )
  // All resume at the same moment, which causes no page to be rejected then.
  const after = measurePageViews(origin, 200)
  const letGo = setInterval(() => waiting.splice(0).forEach((response) => response.end('{}')), 20)
  const answers = await paying
  clearInterval(letGo)
  expect(during).toMatchObject({ served: 200, shed: 0 })
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(PROVIDER_LIMITS.start.maxConcurrent)
  // All come from one address: depending on which limit they meet first, the others are told 503 or 429.
  expect(answers.map(({ status }) => status).filter((status) => ![200, 429, 503].includes(status))).toEqual([])
  expect(await after).toMatchObject({ served: 200, shed: 0 })
})
