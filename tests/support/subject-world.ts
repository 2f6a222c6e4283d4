import { sql } from 'kysely'
import { afterAll, beforeEach, expect, vi } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import type { PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { aVisitor, type Visitor } from './code-world.ts'
import { anInvoice, FAKE_INVOICES } from './fake-accounts.ts'
import { fakeOperator } from './fake-operator.ts'
import { cardWorld, scriptedProvider, type Started } from './scripted-provider.ts'
import { TRANSACTION } from './wallet-world.ts'

export const WAIT = { timeout: 20_000, interval: 50 }

export type Kind = 'invoice' | 'bill' | 'link'
export const KINDS: readonly Kind[] = ['invoice', 'bill', 'link']
const AMOUNTS = { invoice: 25_000, bill: 12_451, link: 500 } as const
export const ACCOUNTS = { invoice: 'P1234567890', bill: '1000000003' } as const

/** An opened hub. */
export type Hub = { visitor: Visitor; purchaseId: string; transactionId: string }

/** An operator that settles paid debts and may not answer queries about them. */
function settlingOperator() {
  const operator = fakeOperator()
  const delivered: string[] = []
  const calm = { isSilent: false, isLate: false, deliveries: 'done' as 'done' | 'refused' | 'unreachable' }
  /** Count of unreadable debts without a delivery. */
  const outside = { ...calm, silences: 0, refusedCalls: 0 }
  let debts = 0
  operator.deliver = async (order, { reference }) => {
    if (outside.deliveries === 'unreachable') {
      outside.refusedCalls += 1
      return { ok: false, fault: { kind: 'unavailable' } }
    }
    if (outside.deliveries === 'refused') return { ok: true, value: { state: 'refused', reason: 'closed' } }
    delivered.push(reference)
    // Some billing systems report it as owed for a while.
    if (order.kind === 'bill' && !outside.isLate) settle(order.accountNo)
    return { ok: true, value: { state: 'done', operatorReference: `O-${reference}` } }
  }
  const { readOpenInvoices } = operator
  operator.readOpenInvoices = async (accountNo) => {
    if (!outside.isSilent) return readOpenInvoices(accountNo)
    outside.silences += 1
    return { ok: false, fault: { kind: 'unavailable' } }
  }
  const settle = (accountNo: string) => (operator.invoices = operator.invoices.filter((each) => each.accountNo !== accountNo))
  const bill = (outstanding: number) => {
    debts += 1
    settle(ACCOUNTS.bill)
    operator.invoices = [...operator.invoices, anInvoice({ accountNo: ACCOUNTS.bill, invoiceNo: `PO-${debts}`, outstanding })]
  }
  /** Unpaid debts. */
  const anew = () => {
    debts += 1
    operator.invoices = FAKE_INVOICES.map((each) => ({ ...each, invoiceNo: `${each.invoiceNo}-${debts}` }))
    delivered.length = 0
    Object.assign(outside, calm, { silences: 0, refusedCalls: 0 })
  }
  return { operator, delivered, outside, settle, bill, anew }
}

/** I18: one debt with several payers: an operator that settles paid debts, a gateway with refunds, and a clock. */
export async function subjectWorld({ canRefund } = { canRefund: true }) {
  const { operator, delivered, outside, settle, bill, anew } = settlingOperator()
  const provider = scriptedProvider('signed')
  const refunds: string[] = []
  if (canRefund) provider.connector.refund = givingBack(refunds)
  const world = await cardWorld(provider, { operator })
  const { portal } = world
  let link = ''
  portal.worker.start()
  afterAll(() => portal.worker.stop())

  /** Unpaid debts and a link; earlier holds and rate limits (on the database's clock) are reset. */
  async function begin(): Promise<void> {
    anew()
    world.passMinutes(60)
    await sql`delete from rate_limit`.execute(portal.db)
    link = (await aVisitor(portal).post(`${TRANSACTION}/link`, { kind: 'airtime', msisdn: '90000001', amount: 500 })).json().result.link
  }
  beforeEach(begin)

  /** The hub of a purchase. */
  async function hubOf(visitor: Visitor, purchaseId: string, amount: number): Promise<Hub> {
    const initiated = await visitor.post(`${TRANSACTION}/initiate`, { txnId: purchaseId, amount, emailId: 'a@example.ne' })
    return { visitor, purchaseId, transactionId: initiated.json().result.transactionId }
  }

  /** Presses PAY; returns the payment at the gateway, or the code of the refusal. */
  async function press({ visitor, transactionId }: Hub): Promise<Started | string> {
    const before = new Set(provider.starts)
    const answer = await visitor.post(`${TRANSACTION}/process`, { transactionId, paymentMode: 'PAYMENT_GATEWAY', paymentGateway: 'DPO' })
    if (answer.json().status !== 'success') return answer.json().code
    const attempts = await portal.db.selectFrom('pay_attempt').select('ref').where('order_id', '=', transactionId).execute()
    return provider.starts.find((started) => !before.has(started) && attempts.some(({ ref }) => ref === started.ref)) ?? 'nothing new'
  }

  const details = ({ visitor, transactionId }: Hub) => world.details(transactionId, visitor)
  return {
    portal,
    world,
    operator,
    provider,
    refunds,
    delivered,
    outside,
    settle,
    bill,
    begin,
    link: () => link,
    hubOf,
    press,
    details,
    /** Chooses a purchase and opens the hub. */
    async aHub(kind: Kind, visitor = aVisitor(portal)): Promise<Hub> {
      const invoiceNo = operator.invoices.find(({ accountNo }) => accountNo === ACCOUNTS.invoice)?.invoiceNo
      return hubOf(visitor, (await aPurchase(kind, visitor, { link, invoiceNo })).purchaseId, AMOUNTS[kind])
    },
    async begun(hub: Hub): Promise<Started> {
      const started = await press(hub)
      if (typeof started === 'string') throw new Error(`refused: ${started}`)
      return started
    },
    async pays(started: Started): Promise<void> {
      const seen = { state: 'paid', amount: { minor: started.amount, currency: 'XOF' }, providerTxnId: `T-${started.ref}` } as const
      provider.answers.set(started.ref, seen)
      expect(await world.tell(started, seen)).toBe(200)
    },
    isShown: (hub: Hub, shown: object) => vi.waitFor(async () => expect(await details(hub)).toMatchObject(shown), WAIT),
    due: async ({ visitor, purchaseId }: Hub) => (await visitor.post(`${TRANSACTION}/due`, { purchaseId })).json().result,
  }
}

/** A read that began before the debts were renewed may still answer. */
const aPurchase = (...choice: Parameters<typeof choose>) => vi.waitFor(() => choose(...choice), WAIT)

async function choose(
  kind: Kind,
  visitor: Visitor,
  { link, invoiceNo }: { link: string; invoiceNo: string | undefined },
): Promise<{ purchaseId: string }> {
  if (kind === 'link') return (await visitor.post(`${TRANSACTION}/take-link`, { link, amount: 500 })).json().result
  if (kind === 'bill')
    await visitor.post(`${API_PREFIX}/subscriber/validate/msisdn-account`, { msisdn: '90000003', accountNo: ACCOUNTS.bill })
  const choice =
    kind === 'bill'
      ? { kind: 'postpaid-bill', msisdn: '90000003', amount: AMOUNTS.bill, redirectPage: '/postpaid-bill-pay' }
      : { kind, accountNo: ACCOUNTS.invoice, email: 'amina@example.ne', invoiceNo, redirectPage: '/orp/fixed-internet' }
  const answer = (await visitor.post(`${TRANSACTION}/purchase`, choice)).json()
  if (answer.status !== 'success') throw new Error(`not chosen: ${answer.code}`)
  return answer.result
}

function givingBack(refunds: string[]): NonNullable<PaymentConnector['refund']> {
  return async (_context, { ref }, { amount }) => {
    refunds.push(ref)
    return { state: 'refunded', amount, provider: { code: 'REFUNDED', text: '' } }
  }
}
