import { isFrench } from '#shared/language.ts'
import { appendAudit } from '#features/audit/server/audit-log.ts'
import { calendarDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { toMajor } from '#shared/money.ts'
import type { ActResult, ConsoleForm, ConsoleRequest } from '../../console-request.ts'
import { formatClock, formatCount } from '../../frame/format.ts'
import { csvText } from '../../queries/csv-text.ts'
import { filterQuery, readFilter } from '../../queries/payment-filter.ts'
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
  const texts = paymentsTexts(language)
  const filter = readFilter(new URLSearchParams(form.get('filter')), now)
  const counts = await countStandings(deps.db, filter)
  const count = filter.standing === null ? counts.all : counts[filter.standing]
  if (count > MAX_ROWS)
    return {
      kind: 'refused',
      status: 422,
      notice: {
        tone: 'bad',
        title: texts.exportTooLong,
        text: fillText(texts.exportTooLongText, { most: formatCount(MAX_ROWS, language), count: formatCount(count, language) }),
      },
    }
  const rows = []
  for await (const payments of eachPayment(deps.db, filter)) rows.push(...payments.map((payment) => cellsOf(payment, language)))
  await appendAudit(deps.db, {
    actor: staff,
    act: 'export-payments',
    outcome: 'done',
    target: null,
    detail: { filter: filterQuery(filter).toString(), rows: rows.length, masked: true },
  })
  const name = fillText(texts.exportFile, { from: filter.from, until: filter.until })
  const body = csvText([headOf(language), ...rows], isFrench(language) ? ';' : ',')
  return { kind: 'file', name, type: 'text/csv; charset=utf-8', body }
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

function cellsOf(payment: ListedPayment, language: ConsoleLanguage): (string | number)[] {
  const result = resultOf(payment, language)
  return [
    `${calendarDay(payment.askedAt)} ${formatClock(payment.askedAt, language)}`,
    shownReference(payment.reference),
    purchaseName(payment.queryData, language),
    shownNumber(payment.line, language),
    shownPayer(payment, language),
    methodName(payment.connector, language),
    channelName(payment.channel, language),
    toMajor(payment.amount),
    payment.amount.currency,
    standingWord(payment, language).word,
    result.kind === 'delivered' ? result.seconds : '',
    result.kind === 'reason' ? (payment.review ? reviewWords(payment.review, language).title : result.reason) : '',
  ]
}
