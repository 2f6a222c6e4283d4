import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import { API_PREFIX } from '#calls/addresses.ts'
import { reconcileStatement, type StatementLine } from '#features/payment/server/reconciliation/reconcile-statement.ts'
import { dpoConnector } from '#payment-connectors/dpo/dpo.connector.ts'
import type { LedgerEntry } from '#payment-connectors/testing/sandboxed-provider.ts'
import { aVisitor } from '#tests/support/code-world.ts'
import { fakeOperator } from '#tests/support/fake-operator.ts'
import { testPortal } from '#tests/support/test-portal.ts'

const TRANSACTION = `${API_PREFIX}/transaction/v1`
const CARD = '4084084084084081'

const sandbox = await buildSandbox({ portalUrl: 'http://localhost:3000' })
const url = await sandbox.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => sandbox.close())

const dpo = dpoConnector({ baseUrl: `${url}/sandbox/dpo`, companyToken: '8D3DA73D-9D7F-4E09-96D4-3D44E7A83EA3', serviceType: '3854' })

let isRefused = false
let nowMs = Date.now()
const portal = await testPortal({
  operator: {
    ...fakeOperator(),
    deliver: async () => ({
      ok: true,
      value: isRefused ? { state: 'refused', reason: 'line-barred' } : { state: 'done', operatorReference: 'O-1' },
    }),
    readExchangeRate: async () => ({ ok: true, value: '0.00035' }),
  },
  connectors: new Map([['dpo', dpo]]),
  clock: { now: () => new Date(nowMs) },
  // Payers are sent only to pay pages of known origins.
  env: { DPO_URL: `${url}/sandbox/dpo` },
})

beforeAll(() => portal.worker.start())
afterAll(() => portal.worker.stop())

/** Pays on the simulated page of the gateway; returns what became of the money. */
async function pay(amount: number, agreed: object): Promise<{ money: string; paidIn: object | null }> {
  const visitor = aVisitor(portal)
  const chosen = (
    await visitor.post(`${TRANSACTION}/purchase`, { kind: 'airtime', msisdn: '812345678', amount, redirectPage: '/prepaid-recharge' })
  ).json()
  const { purchaseId: txnId } = chosen.result
  const begun = (await visitor.post(`${TRANSACTION}/initiate`, { txnId, amount, ...agreed })).json()
  const { transactionId } = begun.result
  const asked = { transactionId, paymentMode: 'PAYMENT_GATEWAY', paymentGateway: 'dpo' }
  const { redirectUrl } = (await visitor.post(`${TRANSACTION}/process`, asked)).json().result
  const token = new URL(redirectUrl).searchParams.get('ID')
  await fetch(`${url}/sandbox/dpo/pay/${token}`, { method: 'POST', body: new URLSearchParams({ card: CARD }), redirect: 'manual' })
  const details = async () =>
    (
      await portal.call({ url: `${API_PREFIX}/transaction/fetch`, query: { txnId: transactionId }, headers: { cookie: visitor.cookie() } })
    ).json().result
  await expect
    .poll(
      async () => {
        nowMs += 60_000
        portal.worker.wake(transactionId)
        return (await details()).money
      },
      { timeout: 20_000 },
    )
    .toMatch(/^(delivered|given-back)$/)
  const { money, paidIn } = await details()
  return { money, paidIn }
}

const LINE_STATES: Readonly<Record<string, StatementLine['state']>> = { capture: 'done', refund: 'returned' }

test('HUB-4 I4 OPR-2 payments in CDF and USD are paid, refunded and reconciled with the gateway, each in its currency', async () => {
  const inDollars = { currencyCode: 'USD', convertedAmount: 3.51 }
  expect(await pay(5000.5, {})).toEqual({ money: 'delivered', paidIn: null })
  expect(await pay(10_000.5, inDollars)).toEqual({
    money: 'delivered',
    paidIn: { currencyCode: 'USD', amount: 3.51, rate: '0.00035', rateAt: expect.any(String) },
  })
  isRefused = true
  expect((await pay(7500.25, {})).money).toBe('given-back')
  expect((await pay(10_000.5, inDollars)).money).toBe('given-back')

  const ledger = (await (await fetch(`${url}/control/ledger`)).json()) as LedgerEntry[]
  expect(ledger.map(({ kind, amount, currency }) => [kind, amount, currency])).toEqual([
    ['capture', 5000.5, 'CDF'],
    ['capture', 3.51, 'USD'],
    ['capture', 7500.25, 'CDF'],
    ['refund', 7500.25, 'CDF'],
    ['capture', 3.51, 'USD'],
    ['refund', 3.51, 'USD'],
  ])
  const lines = ledger.map(({ kind, amount, currency, ourReference: reference }, index): StatementLine => ({
    line: index + 2,
    reference,
    amount: { minor: Math.round(amount * 100), currency },
    state: LINE_STATES[kind] ?? 'not-done',
  }))
  const period = { from: new Date(Date.now() - 3_600_000), until: new Date(nowMs + 3_600_000) }
  const place = { db: portal.db, clock: { now: () => new Date(nowMs) } }
  const { differences, totals } = await reconcileStatement(place, { of: 'dpo', lines, period })
  expect(differences).toEqual([])
  const centimes = 500_050 + 750_025
  expect(totals.map(({ state, currency, there, here }) => [state, currency, there.minor, here.minor])).toEqual([
    ['done', 'CDF', centimes, centimes],
    ['returned', 'CDF', 750_025, 750_025],
    ['done', 'USD', 702, 702],
    ['returned', 'USD', 351, 351],
  ])
})
