import type { Database } from '#server/database/database.ts'
import { isFrench } from '#shared/language.ts'
import { appendAudit } from '#features/audit/server/audit-log.ts'
import { calendarDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { toMajor } from '#shared/money.ts'
import type { ActResult, ConsoleForm, ConsoleRequest } from '../../console-request.ts'
import { formatClock, formatCount } from '../../frame/format.ts'
import { csvText } from '../../queries/csv-text.ts'
import { filterQuery, readFilter, type PaymentFilter } from '../../queries/payment-filter.ts'
import { countStandings, eachPayment, type ListedPayment } from '../../queries/payment-list.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { channelName, methodName, purchaseName, shownNumber, shownPayer, shownReference, standingWord } from '../words/payment-words.ts'
import { reviewWords } from '../words/review-words.ts'
import { resultOf } from './payment-result.ts'
import { paymentsTexts } from './payments-texts.ts'

/** More do not fit into memory while they are written, nor into what a spreadsheet shows well. */
const MAX_ROWS = 50_000

/** CON-10: masked as on the page. The log says who exported which filter, and how many rows. */
export async function exportPayments({ deps, language, now, staff }: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const filter = readFilter(new URLSearchParams(form.get('filter')), now)
  const tooLong = await refuseTooLong(deps.db, filter, language)
  if (tooLong) return tooLong
  const { body, rows } = await writePayments(deps.db, { filter, language, isFull: false })
  await appendAudit(deps.db, {
    actor: staff,
    act: 'export-payments',
    outcome: 'done',
    target: null,
    detail: { filter: filterQuery(filter).toString(), rows, masked: true },
  })
  return { kind: 'file', name: exportName(filter, language), type: 'text/csv; charset=utf-8', body }
}

export async function refuseTooLong(db: Database, filter: PaymentFilter, language: ConsoleLanguage): Promise<ActResult | null> {
  const texts = paymentsTexts(language)
  const counts = await countStandings(db, filter)
  const count = filter.standing === null ? counts.all : counts[filter.standing]
  if (count <= MAX_ROWS) return null
  const text = fillText(texts.exportTooLongText, { most: formatCount(MAX_ROWS, language), count: formatCount(count, language) })
  return { kind: 'refused', status: 422, notice: { tone: 'bad', title: texts.exportTooLong, text } }
}

type Writing = { filter: PaymentFilter; language: ConsoleLanguage; /** With full numbers: two people have decided it. */ isFull: boolean }

export async function writePayments(db: Database, { filter, language, isFull }: Writing): Promise<{ body: string; rows: number }> {
  const rows = []
  for await (const payments of eachPayment(db, filter)) rows.push(...payments.map((payment) => cellsOf(payment, language, isFull)))
  return { body: csvText([headOf(language), ...rows], isFrench(language) ? ';' : ','), rows: rows.length }
}

export function exportName({ from, until }: PaymentFilter, language: ConsoleLanguage): string {
  return fillText(paymentsTexts(language).exportFile, { from, until })
}

function headOf(language: ConsoleLanguage): string[] {
  const texts = paymentsTexts(language)
  return [
    texts.columnDay,
    texts.reference,
    texts.purchase,
    texts.line,
    texts.payer,
    texts.method,
    texts.columnChannel,
    texts.amount,
    texts.columnCurrency,
    texts.columnState,
    texts.columnSeconds,
    texts.columnReason,
  ]
}

function cellsOf(payment: ListedPayment, language: ConsoleLanguage, isFull: boolean): (string | number)[] {
  const result = resultOf(payment, language)
  return [
    `${calendarDay(payment.askedAt)} ${formatClock(payment.askedAt, language)}`,
    shownReference(payment.reference),
    purchaseName(payment.queryData, language),
    isFull ? (payment.line ?? '') : shownNumber(payment.line, language),
    isFull ? (payment.payer ?? '') : shownPayer(payment, language),
    methodName(payment.connector, language),
    channelName(payment.channel, language),
    toMajor(payment.amount),
    payment.amount.currency,
    standingWord(payment, language).word,
    result.kind === 'delivered' ? result.seconds : '',
    result.kind === 'reason' ? (payment.review ? reviewWords(payment.review, language).title : result.reason) : '',
  ]
}
