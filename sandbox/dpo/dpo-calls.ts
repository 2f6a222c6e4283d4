import { payingCard } from '../card-gateways/card-form.ts'
import { refund as moveBack } from '../card-gateways/card-money.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { World } from '../world/world.ts'
import { answer, notDone, refusal, sparseFields, verifyFields, type Refusal } from './dpo-answers.ts'
import { readCreateToken, readDpoAmount, textIn } from './dpo-create-token.ts'
import { chargeCard } from './dpo-pay.ts'
import { refundedOf, type DpoRefund, type DpoTransaction, type DpoTransactions } from './dpo-transactions.ts'
import { writeXml, type XmlRecord } from './xml.ts'

export type Call = { world: World; transactions: DpoTransactions; request: XmlRecord; faults: WebhookEffects }

/** By the name in `<Request>`. Each answers the whole XML. */
export const DPO_CALLS = { createToken, verifyToken, cancelToken, refundToken, verifyRefund } as const satisfies Record<
  string,
  (call: Call) => string | Promise<string>
>

async function createToken({ world, transactions, request, faults }: Call): Promise<string> {
  const read = readCreateToken(request, transactions)
  if (read.kind === 'refused') return refused(read.refusal)
  const transaction = transactions.create(read.value, faults)
  // The push can only come before this answer if the payment is made first.
  if (faults.noticeFirst) await chargeCard({ world, transactions, transaction }, payingCard(world.clock.now()), faults)
  return answer('000', 'Transaction created', { TransToken: transaction.token, TransRef: transaction.ref })
}

function verifyToken({ world, transactions, request }: Call): string {
  const found = named(transactions, request)
  if ('code' in found) return refused(found)
  const isLook = textIn(request, 'VerifyTransaction') === '0'
  const isFirst = found.state === 'paid' && found.verifiedAt === undefined && !isLook
  const transaction = isFirst ? transactions.put({ ...found, verifiedAt: world.clock.now() }) : found
  const fields = verifyFields(transaction, transactions.standing(transaction))
  return writeXml('API3G', world.dialects.of('dpo') === 'sparse' ? sparseFields(fields) : fields)
}

function cancelToken({ transactions, request }: Call): string {
  if (textIn(request, 'TransactionToken') === '') return refused(refusal('950', 'TransactionToken'))
  const found = named(transactions, request)
  if ('code' in found) return refused(found)
  if (found.state === 'paid') return refused(notDone('Transaction not cancelled', 'already paid'))
  transactions.put({ ...found, state: 'cancelled' })
  return answer('000', 'Transaction cancelled')
}

function refundToken({ world, transactions, request, faults }: Call): string {
  const missing = ['refundAmount', 'refundDetails'].find((name) => textIn(request, name) === '')
  if (missing !== undefined) return refused(refusal('950', missing))
  const found = named(transactions, request)
  if ('code' in found) return refused(found)
  const amount = readDpoAmount(textIn(request, 'refundAmount'), found.currency)
  if (amount === null) return refused(notDone('Refund failed', 'amount'))
  if (found.state !== 'paid') return refused(notDone('Refund failed', 'transaction is not paid'))
  if (amount > found.amount - refundedOf(found)) return refused(notDone('Refund failed', 'amount is higher than what is left'))

  const { lateMs } = faults
  const ref = textIn(request, 'refundRef') || `RF${found.refunds.length + 1}-${found.ref}`
  const refund: DpoRefund = { ref, amount, details: textIn(request, 'refundDetails'), status: 'manual', at: world.clock.now() }
  world.store.together(() => {
    transactions.put({ ...found, refunds: [...found.refunds, refund] })
    const position = found.refunds.length
    if (lateMs === undefined) payBack(world, transactions, { token: found.token, position })
    else world.scheduler.schedule({ kind: 'dpo.refund', data: { token: found.token, position }, afterMs: lateMs })
  })
  return answer('000', 'Refund processed successfully')
}

const REFUND_STATUSES = { done: ['003', 'Refund done'], manual: ['009', 'Manual refund pending'] } as const

function verifyRefund({ transactions, request }: Call): string {
  const found = named(transactions, request)
  if ('code' in found) return refused(found)
  // Without the merchant's own reference: DPO does not give it back.
  const refunds = found.refunds.map(({ amount, status, at }) => ({
    Code: REFUND_STATUSES[status][0],
    RefundStatus: REFUND_STATUSES[status][1],
    RefundDate: new Date(at).toISOString().slice(0, 16).replace('T', ' ').replaceAll('-', '/'),
    RefundAmount: amount.toFixed(2),
  }))
  return writeXml('API3G', { Code: '000', Explanation: 'Refund results', TransRef: found.ref, Refunds: { Refund: refunds } })
}

export type RefundJob = { token: string; position: number }

/** Moves the money of a refund that is still open. */
export function payBack(world: World, transactions: DpoTransactions, { token, position }: RefundJob): void {
  const transaction = transactions.byToken(token)
  const refund = transaction?.refunds[position]
  if (!transaction || refund?.status !== 'manual') return
  const { ref, companyRef, currency, paidBy, mobile } = transaction
  const wallet = paidBy === 'mobile' && mobile ? { kind: 'wallet' as const, wallet: 'money' as const, msisdn: mobile.msisdn } : undefined
  world.store.together(() => {
    transactions.put({ ...transaction, refunds: transaction.refunds.with(position, { ...refund, status: 'done', at: world.clock.now() }) })
    const movement = {
      face: 'dpo',
      reference: `${ref}-${position + 1}`,
      ourReference: companyRef,
      amount: refund.amount,
      currency,
    } as const
    moveBack(world, wallet ? { ...movement, to: wallet } : movement)
  })
}

/** By token, by DPO's own reference, or by ours. */
function named(transactions: DpoTransactions, request: XmlRecord): DpoTransaction | Refusal {
  const [token, ref, companyRef] = ['TransactionToken', 'TransRef', 'CompanyRef'].map((name) => textIn(request, name)) as [
    string,
    string,
    string,
  ]
  if (token !== '') return transactions.byToken(token) ?? refusal('902', 'TransactionToken')
  if (ref !== '') return transactions.byRef(ref) ?? refusal('902', 'TransRef')
  if (companyRef !== '') return transactions.byCompanyRef(companyRef) ?? refusal('902', 'CompanyRef')
  return refusal('950', 'TransactionToken')
}

function refused({ code, explanation }: Refusal): string {
  return answer(code, explanation)
}
