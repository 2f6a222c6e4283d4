import { formatShort } from '#shared/money.ts'
import { useConsole } from '../../frame/console-context.ts'
import { DataTable, type Column } from '../../frame/data-table.tsx'
import { formatAge, formatClock, formatDate, formatMinute } from '../../frame/format.ts'
import { Pill } from '../../frame/pieces.tsx'
import type { ListedPayment } from '../../queries/payment-list.ts'
import { methodName, purchaseName, shownNumber, shownPayer, shownReference, standingWord } from '../words/payment-words.ts'
import { resultOf } from './payment-result.ts'
import { paymentsTexts } from './payments-texts.ts'

/** `hasDays`: the rows are of several days. */
export function PaymentTable({ payments, now, hasDays }: { payments: readonly ListedPayment[]; now: Date; hasDays: boolean }) {
  const { language } = useConsole()
  const texts = paymentsTexts(language)
  const columns: Column<ListedPayment>[] = [
    {
      key: 'reference',
      title: texts.reference,
      show: ({ reference }) => (
        <a className="mono" href={`/payments/${reference}`} data-copy={reference}>
          {shownReference(reference)}
        </a>
      ),
    },
    {
      key: 'time',
      title: texts.time,
      show: ({ askedAt }) => (
        <time className="n" dateTime={askedAt.toISOString()}>
          {hasDays ? `${formatDate(askedAt, language)} ${formatMinute(askedAt, language)}` : formatClock(askedAt, language)}
        </time>
      ),
    },
    { key: 'purchase', title: texts.purchase, show: ({ queryData }) => purchaseName(queryData, language) },
    { key: 'line', title: texts.line, show: ({ line }) => <span className="n">{shownNumber(line, language)}</span> },
    {
      key: 'payer',
      title: texts.payer,
      shownFrom: 'middle',
      show: (payment) => <span className="n">{shownPayer(payment, language)}</span>,
    },
    { key: 'method', title: texts.method, shownFrom: 'middle', show: ({ connector }) => methodName(connector, language) },
    {
      key: 'amount',
      title: texts.amount,
      isFigure: true,
      show: ({ amount }) => <b>{formatShort(amount, language)}</b>,
    },
    { key: 'state', title: texts.state, show: (payment) => <StandingPill payment={payment} /> },
    { key: 'result', title: texts.result, shownFrom: 'wide', show: (payment) => <Result payment={payment} now={now} /> },
  ]
  return (
    <DataTable
      caption={texts.title}
      columns={columns}
      rows={payments}
      keyOf={({ reference }) => reference}
      hrefOf={({ reference }) => `/payments/${reference}`}
    />
  )
}

export function StandingPill({ payment }: { payment: Pick<ListedPayment, 'standing' | 'attemptState' | 'queryData'> }) {
  const { language } = useConsole()
  const { tone, icon, word } = standingWord(payment, language)
  return (
    <Pill tone={tone} icon={icon}>
      {word}
    </Pill>
  )
}

function Result({ payment, now }: { payment: ListedPayment; now: Date }) {
  const { language } = useConsole()
  const result = resultOf(payment, language)
  switch (result.kind) {
    case 'delivered':
      return <span className="n text-quiet">{formatAge(result.seconds * 1000, language)}</span>
    case 'under-way':
      return <span className="n text-quiet">{formatAge(now.getTime() - result.since.getTime(), language)}</span>
    case 'reason':
      return <span className={result.isForPerson ? 'text-warn' : 'text-quiet'}>{result.reason}</span>
    case 'none':
      return <span className="text-quiet">—</span>
  }
}
