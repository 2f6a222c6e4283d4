import { expect, test } from 'vitest'
import type { ApprovalStep, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { factsOf } from '#shared/connector-table.ts'
import { plainVisitor } from '../support/served-page.ts'
import { realPages } from '../support/served-portal.ts'
import { testPortal } from '../support/test-portal.ts'

/** A wallet whose request does not appear on the phone by itself: what the payer does first is on the page. */
const next: { by: ApprovalStep | null } = { by: null }
const wallet: PaymentConnector = {
  info: { ...factsOf('mpesa'), currencies: ['XOF'], wireExponent: { XOF: 0 }, pollScheduleSeconds: [600] },
  start: async () => ({
    kind: 'accepted',
    providerRef: null,
    action: { type: 'approve-on-phone', until: new Date(Date.now() + 120_000), ...(next.by && { by: next.by }) },
  }),
  query: async () => ({ state: 'pending' }),
}
const portal = await testPortal({ connectors: new Map([['mpesa', wallet]]), register: realPages() })

let numbers = 0

async function statusPage(by: ApprovalStep | null, language: 'fr' | 'en' = 'fr') {
  next.by = by
  numbers += 1
  const visitor = plainVisitor(portal, { language })
  const purchase = { kind: 'airtime', msisdn: `9023${String(numbers).padStart(4, '0')}`, amount: 500, redirectPage: '/prepaid-recharge' }
  const { purchaseId = '' } = await visitor.call('transaction/v1/purchase', purchase)
  const { transactionId = '' } = await visitor.call('transaction/v1/initiate', { txnId: purchaseId, amount: 500 })
  await visitor.call('transaction/v1/process', {
    transactionId,
    paymentMode: 'MPESA',
    paymentMobile: purchase.msisdn,
  })
  return visitor.open(`/payment/status?id=${transactionId}`)
}

test('MP-1 a wallet of another company is not reached by the dial code of the operator’s own', async () => {
  const page = await statusPage(null)
  expect(page.text).toContain('Tapez votre code secret')
  expect(page.html).not.toMatch(/tel:(?!300)/)
})

test.for([
  ['fr', 'Composez le *126*1#', 'pour accepter le paiement'],
  ['en', 'Dial *126*1#', 'to approve the payment'],
] as const)('MP-1 %s: a code that the payer has to dial stands on the page as a link', async ([language, dial, then]) => {
  const page = await statusPage({ type: 'type-code', code: '*126*1#' }, language)
  expect(page.text).toContain(dial)
  expect(page.text).toContain(then)
  expect(page.html).toContain(`href="tel:${encodeURIComponent('*126*1#')}"`)
})

test.for([
  ['fr', 'Scannez ce code'],
  ['en', 'Scan this code'],
] as const)('MP-1 %s: a code that the wallet’s app has to scan is drawn, and described', async ([language, words]) => {
  const page = await statusPage({ type: 'scan-qr', content: 'https://wallet.example/pay/ABCDEFGH2345' }, language)
  expect(page.text).toContain(words)
  expect(page.html).toMatch(new RegExp(`<svg[^>]*role="img"[^>]*aria-label="${words}`))
  expect(page.html).not.toMatch(/tel:(?!300)/)
})

test.for<ApprovalStep>([
  { type: 'type-code', code: 'javascript:alert(1)' },
  { type: 'type-code', code: '*126#;ext=1' },
  { type: 'type-code', code: '' },
  { type: 'type-code', code: '1'.repeat(61) },
  { type: 'scan-qr', content: '' },
  { type: 'scan-qr', content: 'x'.repeat(701) },
])('abuse 53 what is no dial code or no content of a code is not shown: %o', async (by) => {
  const page = await statusPage(by)
  expect(page.text).toContain('Tapez votre code secret')
  expect(page.html).not.toMatch(/tel:(?!300)/)
  expect(page.html).not.toContain('Scannez')
})
