import type { ClaimBooks } from '#features/find-payment/claim-answer.ts'
import type { Attempt } from '#features/payment/engine/records.ts'
import { formatLongMoment } from '#shared/calendar-day.ts'
import { CONNECTORS } from '#shared/connector-table.ts'
import type { Language } from '#shared/language.ts'
import { moneyLanguage } from '#shared/language-review.ts'
import { addMoney, formatShort, type Money } from '#shared/money.ts'
import { DEFAULT_CONSOLE_LANGUAGE, isConsoleLanguage, type ConsoleLanguage } from '../../console-language.ts'
import type { PaymentDetails } from '../../queries/payment-details.ts'
import type { ListedPayment } from '../../queries/payment-list.ts'
import { methodName, paymentTexts } from '../words/payment-words.ts'

type About = { row: ListedPayment; details: PaymentDetails }

const TOOK: ReadonlySet<Attempt['state']> = new Set(['PAID', 'REFUNDING', 'REFUNDED'])

export function booksOf({ row, details }: About): ClaimBooks {
  return {
    isDelivered: row.standing === 'delivered' && row.deliveredAt !== null,
    hasReturned: returnsOf(details).some(({ isDone, at }) => isDone && at !== null),
    isReturning: row.standing === 'coming-back',
    isUnpaid: row.standing === 'not-paid',
    paidAttempts: details.state.attempts.filter(({ state }) => TOOK.has(state)).length,
  }
}

export type Returned = { ref: string; amount: Money; attempt: Attempt | null; at: Date | null; isDone: boolean }

/** What went back, or is on its way, with the moment of which the ledger tells. */
export function returnsOf({ state, ledger }: PaymentDetails): Returned[] {
  return state.refunds.map(({ ref, attemptId, amount, state: stands }) => ({
    ref,
    amount,
    attempt: state.attempts.find(({ id }) => id === attemptId) ?? null,
    at: ledger.find((row) => row.attemptId === attemptId && row.to === 'REFUNDED')?.at ?? null,
    isDone: stands === 'DONE',
  }))
}

/** What a template says of the payment, in the language of its visitor and with plain blanks: an SMS has no others. */
export function templateValues({ row, details }: About, of: Language): Record<'amount' | 'returned' | 'method' | 'when', string> {
  const language = moneyLanguage(of)
  const done = returnsOf(details).filter(({ isDone, at }) => isDone && at !== null)
  const [first, ...more] = done.map(({ amount }) => amount)
  const returned = first ? more.reduce(sameCurrency, first) : row.amount
  const connector = done[0]?.attempt?.connector ?? row.connector
  const isCard = connector !== null && CONNECTORS[connector].way === 'card'
  const console: ConsoleLanguage = isConsoleLanguage(language) ? language : DEFAULT_CONSOLE_LANGUAGE
  const when = done[0] ? done[0].at : row.deliveredAt
  const values = {
    amount: formatShort(row.amount, language),
    returned: formatShort(returned, language),
    method: isCard ? paymentTexts(console).methodCard.toLocaleLowerCase(console) : methodName(connector, console),
    when: when ? formatLongMoment(when.toISOString(), language) : '',
  }
  return {
    ...values,
    amount: plain(values.amount),
    returned: plain(values.returned),
    method: plain(values.method),
    when: plain(values.when),
  }
}

function sameCurrency(sum: Money, amount: Money): Money {
  return sum.currency === amount.currency ? addMoney(sum, amount) : sum
}

function plain(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, ' ')
}
