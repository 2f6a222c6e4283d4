import { Type, type Static } from 'typebox'
import type { Account } from '../world/accounts.ts'
import type { Collection } from '../world/journal-store.ts'
import type { World } from '../world/world.ts'
import { isDeliveryRefused } from './balance-actions.ts'
import type { TmfRecord } from './collection-query.ts'
import { badRequest } from './refusal.ts'
import { refuseSomeAccounts } from './refused-accounts.ts'
import { creation, hrefOf, newId, type Mount, type Resource } from './resource.ts'
import { CURRENCY } from '../operator.ts'

const PATH = 'payment'
const JOB = 'tmforum.payment'
const REFERENCE_FIELD = 'correlatorId'
const SETTLED_AFTER_MS = 300

const Amount = Type.Object({ unit: Type.Literal(CURRENCY), value: Type.Number({ exclusiveMinimum: 0 }) })
const PaymentBody = Type.Object({
  correlatorId: Type.Optional(Type.String()),
  authorizationCode: Type.Optional(Type.String()),
  account: Type.Object({ id: Type.String() }),
  totalAmount: Amount,
  paymentMethod: Type.Object({}),
  payer: Type.Optional(Type.Object({ id: Type.Optional(Type.String()) })),
  paymentItem: Type.Optional(
    Type.Array(
      Type.Object({
        amount: Amount,
        item: Type.Optional(Type.Object({ id: Type.String(), '@referredType': Type.Optional(Type.String()) })),
      }),
    ),
  ),
})
type PaymentBody = Static<typeof PaymentBody>

/** Part of a payment: for one bill, or for the oldest open ones. */
type Share = { billNo?: string; amount: number }

type BillPayment = {
  id: string
  status: 'pendingAuthorization' | 'done' | 'failed'
  reference: string
  accountNo: string
  amount: number
  shares: readonly Share[]
  paidAt: string
  settledAt?: string
  said: Readonly<Record<string, unknown>>
}

/** TMF676: money collected elsewhere, reported to the billing system so that it settles bills. */
export function billPayments(mount: Mount): Resource[] {
  const { world, profile } = mount
  const payments = paymentsOf(world)
  return [
    {
      path: PATH,
      list: {
        operation: 'payment.list',
        run(query) {
          const reference = profile.referenceInQuery(query, REFERENCE_FIELD)
          return (reference === undefined ? payments.all() : payments.group(reference)).map((payment) => shownPayment(mount, payment))
        },
      },
      read: {
        operation: 'payment.read',
        run(id) {
          const payment = payments.get(id)
          return payment && shownPayment(mount, payment)
        },
      },
      create: creation({
        operation: 'payment.create',
        schema: PaymentBody,
        referenceField: REFERENCE_FIELD,
        run({ body, reference, lateMs = SETTLED_AFTER_MS }) {
          const payment = readPayment(world, body, reference)
          world.store.together(() => {
            payments.put(payment.id, payment)
            world.scheduler.schedule({ kind: JOB, data: { id: payment.id }, afterMs: lateMs })
          })
          return shownPayment(mount, payment)
        },
      }),
    },
  ]
}

function paymentsOf({ store }: World): Collection<BillPayment> {
  return store.collection<BillPayment>('tmforum.payments', { groupBy: ({ reference }) => reference })
}

function readPayment(world: World, body: PaymentBody, reference: string): BillPayment {
  const { correlatorId: _correlatorId, account: namedAccount, totalAmount, ...said } = body
  refuseSomeAccounts(namedAccount.id)
  const account = world.accounts.find(namedAccount.id)
  if (!account) throw badRequest(`There is no billing account ${namedAccount.id}`, 'unknownAccount')
  return {
    id: newId('PY'),
    status: 'pendingAuthorization',
    reference,
    accountNo: account.accountNo,
    amount: totalAmount.value,
    shares: readShares(world, body, account),
    paidAt: world.clock.iso(),
    said,
  }
}

function readShares(world: World, { paymentItem = [], totalAmount }: PaymentBody, { accountNo }: Account): Share[] {
  if (paymentItem.length === 0) return [{ amount: totalAmount.value }]
  const sum = paymentItem.reduce((total, { amount }) => total + amount.value, 0)
  if (Math.abs(sum - totalAmount.value) > 0.001) throw badRequest('The amounts of paymentItem do not add up to totalAmount')
  const bills = new Set(world.accounts.bills(accountNo).map(({ billNo }) => billNo))
  return paymentItem.map(({ amount, item }) => {
    if (!item) return { amount: amount.value }
    if (!bills.has(item.id)) throw badRequest(`The account ${accountNo} has no bill ${item.id}`, 'unknownBill')
    return { billNo: item.id, amount: amount.value }
  })
}

export function handlePayments(world: World): void {
  const payments = paymentsOf(world)
  world.scheduler.handle<{ id: string }>(JOB, async ({ id }) => {
    const payment = payments.get(id)
    if (payment?.status === 'pendingAuthorization') settle(world, payment)
    return 'done'
  })
}

function settle(world: World, payment: BillPayment): void {
  const { id, accountNo, amount, reference, shares, said } = payment
  const payments = paymentsOf(world)
  const settledAt = world.clock.iso()
  const payer = said['payer'] as { id?: string } | undefined
  if (isDeliveryRefused(world, { numbers: [payer?.id], payment: said['authorizationCode'] }))
    return payments.put(id, { ...payment, status: 'failed', settledAt })
  const msisdn = world.accounts.find(accountNo)?.msisdn
  world.store.together(() => {
    world.money.move({
      face: 'tmforum',
      kind: 'bill-payment',
      reference: id,
      ourReference: reference,
      ...(msisdn === undefined ? {} : { msisdn }),
      account: accountNo,
      amount,
      currency: CURRENCY,
      from: { kind: 'outside', name: 'operator' },
      to: { kind: 'outside', name: 'bills' },
    })
    for (const share of shares) world.accounts.settle({ accountNo, ...share })
    payments.put(id, { ...payment, status: 'done', settledAt })
  })
}

function shownPayment(mount: Mount, payment: BillPayment): TmfRecord {
  const { id, status, reference, accountNo, amount, paidAt, settledAt, said } = payment
  return {
    ...said,
    id,
    href: hrefOf(mount, PATH, id),
    status,
    statusDate: settledAt ?? paidAt,
    paymentDate: paidAt,
    account: { id: accountNo, '@referredType': 'BillingAccount' },
    totalAmount: { unit: CURRENCY, value: amount },
    ...mount.profile.shownReference(REFERENCE_FIELD, reference),
    '@type': 'Payment',
  }
}
