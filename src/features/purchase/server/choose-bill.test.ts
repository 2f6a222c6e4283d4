import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { fakeOperator } from '#tests/support/fake-operator.ts'
import { cookiesOf, testPortal } from '#tests/support/test-portal.ts'

const operator = fakeOperator()
const portal = await testPortal({ operator })
const url = `${API_PREFIX}/transaction/v1/purchase`
const choose = (payload: object) => portal.call({ method: 'POST', url, payload })

const bill = { kind: 'postpaid-bill', msisdn: '90000003', amount: 12_451, redirectPage: '/postpaid-bill-pay' }
const invoice = {
  kind: 'invoice',
  accountNo: 'P1234567890',
  email: 'amina@example.ne',
  invoiceNo: 'FI-2',
  redirectPage: '/orp/fixed-internet',
}

async function storedOf(purchaseId: string) {
  const { rows } = await portal.database.pool.query('select query_data from purchase where id = $1', [purchaseId])
  return rows[0].query_data
}

test('POST-4 a postpaid bill is paid into the account of its line, which the page does not learn (S9)', async () => {
  const { purchaseId, queryData } = (await choose(bill)).json().result
  expect(queryData).toMatchObject({
    amount: 12_451,
    lineType: 'POSTPAID',
    transactionType: 'POSTPAID_BILL',
    rechargeType: 'POSTPAID BILL PAYMENT',
    redirectPage: '/postpaid-bill-pay',
    invoiceDetail: null,
  })
  expect((await storedOf(purchaseId)).invoiceDetail.accountNo).toBe('1000000003')
})

test('POST-4 hybrid lines are served while their check is on', async () => {
  expect((await choose({ ...bill, msisdn: '90000004' })).json().result.queryData.lineType).toBe('HYBRID')
})

test('I9 FIX-1 an invoice is paid with what it owes now, whatever the browser says', async () => {
  const made = await choose({ ...invoice, amount: 1 })
  const { purchaseId, queryData } = made.json().result
  expect(queryData).toMatchObject({
    amount: 10_001,
    transactionType: 'BILL_PAYMENT',
    rechargeType: 'BILL_PAYMENT',
    redirectPage: '/orp/fixed-internet',
    emailId: 'amina@example.ne',
    msisdn: '90 •• •• 01',
    invoiceDetail: { accountNo: 'P1234567890', invoiceNo: 'FI-2', dueDate: '2099-01-01' },
  })
  expect((await storedOf(purchaseId)).msisdn).toBe('90000001')
  const read = async (cookie: string) => (await portal.call({ url, query: { purchaseId }, headers: { cookie } })).json().result.queryData
  expect(await read(cookiesOf(made))).toEqual(queryData)
  expect(await read('')).toMatchObject({ invoiceDetail: null, emailId: null })
})

test('F31 what was paid in a shop after the bills were shown is read again before anything is charged', async () => {
  const invoices = [...operator.invoices]
  const pay = async () => (await choose(invoice)).json()
  expect((await pay()).result.queryData.amount).toBe(10_001)
  operator.invoices = invoices.map((each) => (each.invoiceNo === 'FI-2' ? { ...each, outstanding: 4_000 } : each))
  expect((await pay()).result.queryData.amount).toBe(4_000)
  operator.invoices = invoices.filter((each) => each.invoiceNo !== 'FI-2')
  expect(await pay()).toMatchObject({ status: 'failure', code: 'invoice-not-open' })
  operator.invoices = invoices
})

test.for([
  ['POST-4 a prepaid line', { ...bill, msisdn: '90000001' }, 'line-does-not-fit'],
  ['AMT-1 less than the minimum', { ...bill, amount: 499 }, 'amount-out-of-limits'],
  ['AMT-1 more than the maximum', { ...bill, amount: 1_000_001 }, 'amount-out-of-limits'],
  ['a bill through another page', { ...bill, redirectPage: '/prepaid-recharge' }, 'bad-request'],
  ['a bill without a number', { ...bill, msisdn: undefined }, 'bad-request'],
  ['S9 an invoice without its e-mail', { ...invoice, email: undefined }, 'bad-request'],
  ['S9 an invoice with a wrong e-mail', { ...invoice, email: 'other@example.ne' }, 'account-not-recognised'],
  ['an invoice that is not open any more', { ...invoice, invoiceNo: 'FI-9' }, 'invoice-not-open'],
  ['an invoice through another page', { ...invoice, redirectPage: '/postpaid-bill-pay' }, 'bad-request'],
] as const)('refused: %s', async ([, payload, code]) => {
  expect((await choose(payload)).json()).toMatchObject({ status: 'failure', code })
})
