import type { Order } from '../../engine/records.ts'
import type { SubjectSeen } from '../../engine/subjects.ts'

/** The current state of an invoice, or of all that an account owes. Missing data is a result of its own and never throws. */
export type ReadDebt = (of: { accountNo: string; invoiceNo: string | null }) => Promise<SubjectSeen>

/** I18: the current state of an order's subject. For a link no outside system is queried: our own orders show whether it is paid. */
export function subjectReader(readDebt: ReadDebt): (order: Pick<Order, 'subject' | 'delivery'>) => Promise<SubjectSeen> {
  return async function readSubject({ subject, delivery }) {
    if (!subject || subject.key.startsWith('link:') || delivery.kind !== 'bill')
      return { state: 'owed', debt: subject?.debt ?? '', due: null }
    return readDebt(delivery)
  }
}
