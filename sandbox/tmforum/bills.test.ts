import { expect, test } from 'vitest'
import { aBillPayment, anOperator, PAYMENTS } from '../testing/test-operator.ts'
import { aFolder } from '../testing/test-sandbox.ts'
import { captureFromWallet } from '../wallet-payments/wallet-money.ts'

const BILLS = '/customerBillManagement/v4/customerBill'
const ACCOUNTS = '/accountManagement/v4/billingAccount'

test('a bill has its dates, its amounts with a fraction, and its account', async () => {
  const { get } = await anOperator()
  const answer = await get(BILLS, { 'billingAccount.id': '1000000003' })
  expect(answer.json()).toEqual([
    {
      id: 'PO-2026-0003',
      href: 'http://localhost:80/tmf-api/customerBillManagement/v4/customerBill/PO-2026-0003',
      billNo: 'PO-2026-0003',
      billDate: expect.any(String),
      billingPeriod: { startDateTime: expect.any(String), endDateTime: expect.any(String) },
      paymentDueDate: expect.any(String),
      category: 'normal',
      runType: 'onCycle',
      amountDue: { unit: 'XOF', value: 12_450.5 },
      remainingAmount: { unit: 'XOF', value: 12_450.5 },
      taxIncludedAmount: { unit: 'XOF', value: 12_450.5 },
      taxExcludedAmount: { unit: 'XOF', value: 10_462.61 },
      state: 'sent',
      billingAccount: { id: '1000000003', name: 'Moussa Idrissa', '@referredType': 'BillingAccount' },
      billDocument: [expect.objectContaining({ mimeType: 'application/pdf' })],
      relatedParty: [expect.objectContaining({ role: 'customer', '@referredType': 'Customer' })],
      '@type': 'CustomerBill',
    },
  ])
})

test('a fixed-internet account has three open bills, one past its date', async () => {
  const { get, world } = await anOperator()
  const bills: { paymentDueDate: string; remainingAmount: { value: number } }[] = (
    await get(BILLS, { 'billingAccount.id': 'P1234567890' })
  ).json()
  expect(bills.map(({ remainingAmount }) => remainingAmount.value)).toEqual([25_000, 25_000, 7_500])
  expect(bills.filter(({ paymentDueDate }) => Date.parse(paymentDueDate) < world.clock.now())).toHaveLength(1)
})

test('settled bills are listed too, unless the query names another state', async () => {
  const { get } = await anOperator()
  expect((await get(BILLS, { 'billingAccount.id': '1000000007' })).json()).toMatchObject([
    { state: 'settled', remainingAmount: { value: 0 }, amountDue: { value: 9_900 } },
  ])
  expect((await get(BILLS, { 'billingAccount.id': '1000000007', state: 'sent' })).json()).toEqual([])
})

test('an unknown account has no bills', async () => {
  const { get } = await anOperator()
  const answer = await get(BILLS, { 'billingAccount.id': '1234567890' })
  expect([answer.statusCode, answer.json()]).toEqual([200, []])
})

test('a payment is accepted at once and settles its bill a moment later', async () => {
  const { get, post, world } = await anOperator()
  const answer = await post(PAYMENTS, aBillPayment())
  expect(answer.statusCode).toBe(201)
  const { id } = answer.json()
  expect(answer.json()).toMatchObject({
    href: `http://localhost:80/tmf-api${PAYMENTS}/${id}`,
    correlatorId: 'REF-1',
    authorizationCode: 'PROVIDER-1',
    status: 'pendingAuthorization',
    paymentDate: expect.any(String),
    totalAmount: { unit: 'XOF', value: 12_451 },
  })
  await world.scheduler.advance(300)
  expect((await get(`${PAYMENTS}/${id}`)).json().status).toBe('done')
  expect((await get(`${BILLS}/PO-2026-0003`)).json()).toMatchObject({ state: 'settled', remainingAmount: { value: 0 } })
  expect(world.money.ledger()).toEqual([
    {
      at: expect.any(String),
      face: 'tmforum',
      kind: 'bill-payment',
      reference: id,
      ourReference: 'REF-1',
      msisdn: '90000003',
      account: '1000000003',
      amount: 12_451,
      currency: 'XOF',
    },
  ])
})

test('a payment without an item settles the oldest bills first', async () => {
  const { get, post, world } = await anOperator()
  await post(PAYMENTS, aBillPayment({ account: 'P1234567890', amount: 30_000, bill: null }))
  await world.scheduler.advance(300)
  const bills: { state: string; remainingAmount: { value: number } }[] = (await get(BILLS, { 'billingAccount.id': 'P1234567890' })).json()
  expect(bills.map(({ state, remainingAmount }) => [state, remainingAmount.value])).toEqual([
    ['settled', 0],
    ['partiallyPaid', 20_000],
    ['sent', 7_500],
  ])
})

test('a payment of several bills settles each by its own amount', async () => {
  const { post, world } = await anOperator()
  const share = (id: string, value: number) => ({ amount: { unit: 'XOF', value }, item: { id, '@referredType': 'CustomerBill' } })
  const paymentItem = [share('FI-2026-0103', 7_500), share('FI-2026-0101', 5_000)]
  const body = aBillPayment({ account: 'P1234567890', amount: 12_500, paymentItem })
  expect((await post(PAYMENTS, body)).statusCode).toBe(201)
  await world.scheduler.advance(300)
  expect(world.accounts.bills('P1234567890').map(({ remaining }) => remaining)).toEqual([20_000, 25_000, 0])
})

test('a payment is found again by its correlator, at either address of the API', async () => {
  const { get, post } = await anOperator()
  const { id } = (await post('/paymentManagement/v4/payment', aBillPayment({ correlatorId: 'REF-A' }))).json()
  for (const path of [PAYMENTS, '/paymentManagement/v4/payment']) {
    expect((await get(path, { correlatorId: 'REF-A' })).json()).toMatchObject([{ id }])
  }
  expect((await get(PAYMENTS, { correlatorId: 'REF-B' })).json()).toEqual([])
})

test('a payment by the payer whose delivery is refused fails and settles nothing', async () => {
  const { get, post, world } = await anOperator()
  const payer = { id: '22799000014', role: 'payer', '@referredType': 'Individual' }
  const { id } = (await post(PAYMENTS, aBillPayment({ payer }))).json()
  await world.scheduler.advance(300)
  expect((await get(`${PAYMENTS}/${id}`)).json().status).toBe('failed')
  expect(world.accounts.outstanding('1000000003')).toBe(12_450.5)
})

test('a payment out of a wallet of 99 00 00 14 settles nothing', async () => {
  const { get, post, world } = await anOperator()
  const paid = { face: 'money', wallet: 'money', ourReference: 'REF-1', amount: 500, currency: 'XOF' } as const
  captureFromWallet(world, { ...paid, msisdn: '99000014', reference: 'MP-VAIN' })
  const { id } = (await post(PAYMENTS, { ...aBillPayment({}), authorizationCode: 'MP-VAIN' })).json()
  await world.scheduler.advance(300)
  expect((await get(`${PAYMENTS}/${id}`)).json().status).toBe('failed')
  expect(world.accounts.outstanding('1000000003')).toBe(12_450.5)
})

test.for([
  { name: 'an unknown account', body: aBillPayment({ account: '1234567890' }), code: 'unknownAccount' },
  { name: 'a bill of someone else', body: aBillPayment({ bill: 'PO-2026-0004' }), code: 'unknownBill' },
  { name: 'no method', body: { ...aBillPayment(), paymentMethod: undefined }, code: 'invalidRequest' },
  { name: 'no total', body: { ...aBillPayment(), totalAmount: undefined }, code: 'invalidRequest' },
  { name: 'the other shape of money', body: { ...aBillPayment(), totalAmount: { units: 'XOF', amount: 1 } }, code: 'invalidRequest' },
  { name: 'items that do not add up', body: { ...aBillPayment(), totalAmount: { unit: 'XOF', value: 1 } }, code: 'invalidRequest' },
])('a payment with $name is refused', async ({ body, code }) => {
  const { post } = await anOperator()
  const answer = await post(PAYMENTS, body)
  expect([answer.statusCode, answer.json().code]).toEqual([400, code])
})

test('an account tells its holder’s e-mail address and number', async () => {
  const { get } = await anOperator()
  expect((await get(`${ACCOUNTS}/P1234567890`)).json()).toMatchObject({
    id: 'P1234567890',
    name: 'Amina Seyni',
    state: 'active',
    contact: [
      {
        contactMedium: [
          { mediumType: 'email', characteristic: { emailAddress: 'amina@example.ne' } },
          { mediumType: 'phone', characteristic: { phoneNumber: '22790000001' } },
        ],
      },
    ],
  })
  const filter = { 'contact.contactMedium.characteristic.emailAddress': 'contact@example.ne' }
  expect((await get(ACCOUNTS, filter)).json()).toMatchObject([{ id: 'E1234567890' }])
})

test.for([
  ['1000000099', '60119'],
  ['1000000098', '60005'],
] as const)('the account %s is answered with the code %s, whatever is asked about it', async ([account, code]) => {
  const { get, post } = await anOperator()
  const answers = [
    await get(`${ACCOUNTS}/${account}`),
    await get(BILLS, { 'billingAccount.id': account }),
    await post(PAYMENTS, aBillPayment({ account })),
  ]
  for (const answer of answers) {
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({ code, reason: 'Account refused', message: expect.stringMatching(/^Ce compte/), status: '409' })
  }
})

test('payments survive a restart, settled or not', async () => {
  const folder = aFolder()
  const first = await anOperator({ folder })
  await first.post(PAYMENTS, aBillPayment({ correlatorId: 'REF-A' }))
  await first.world.scheduler.advance(300)
  await first.post(PAYMENTS, aBillPayment({ correlatorId: 'REF-B', account: '1000000004', amount: 8_000, bill: 'PO-2026-0004' }))
  await first.app.close()
  const { get, world } = await anOperator({ folder })
  await world.scheduler.advance(300)
  for (const correlatorId of ['REF-A', 'REF-B']) expect((await get(PAYMENTS, { correlatorId })).json()).toMatchObject([{ status: 'done' }])
  expect([world.accounts.outstanding('1000000003'), world.accounts.outstanding('1000000004')]).toEqual([0, 0])
})

test('the phone shows bills of the line and of its fixed internet, and what was paid', async () => {
  const { app, post, world } = await anOperator()
  expect((await app.inject('/handset/90000003?tab=bills')).body).toContain('FI-2026-0201')
  await post(PAYMENTS, aBillPayment())
  await world.scheduler.advance(300)
  expect((await app.inject('/handset/90000003?tab=bills')).body).toMatch(/PO-2026-0003<\/span>\s*<span class="badge ok">Payée/)
})
