import type { ConsoleLanguage } from '../../console-language.ts'
import { fillText } from '#shared/fill-text.ts'
import { formatMobileNumber, maskMobileNumber } from '#shared/mobile-number.ts'
import { formatShort } from '#shared/money.ts'
import { payerNumber } from '#features/payment/engine/messages.ts'
import type { Attempt } from '#features/payment/engine/records.ts'
import type { SentMessage } from '#features/payment/server/delivery/sent-messages.ts'
import { useConsole } from '../../frame/console-context.ts'
import { DataTable } from '../../frame/data-table.tsx'
import { formatClock, formatCount } from '../../frame/format.ts'
import { Card, Mono, Pill, type Tone } from '../../frame/pieces.tsx'
import type { NoticeRow, PaymentDetails } from '../../queries/payment-details.ts'
import { methodName, paymentTexts, shownNumber } from '../words/payment-words.ts'
import { paymentPageTexts } from './payment-texts.ts'

const ATTEMPT_TONES: Readonly<Record<Attempt['state'], Tone>> = {
  CREATED: 'quiet',
  UNKNOWN: 'warn',
  WAITING: 'quiet',
  PAID: 'good',
  DECLINED: 'bad',
  CANCELLED: 'quiet',
  EXPIRED: 'quiet',
  REFUNDING: 'back',
  REFUNDED: 'back',
}

export function AttemptTable({ details: { state }, fullUntil }: { details: PaymentDetails; fullUntil: Date | null }) {
  const { language } = useConsole()
  const texts = paymentPageTexts(language)
  const shown = fullUntil ? formatMobileNumber : maskMobileNumber
  return (
    <Card title={texts.attempts} end={<span className="text-quiet">{state.attempts.length}</span>}>
      <DataTable
        caption={texts.attempts}
        rows={state.attempts}
        keyOf={({ id }) => id}
        columns={[
          { key: 'ref', title: texts.attempt, show: ({ ref }) => <Mono>{ref}</Mono> },
          { key: 'method', title: texts.method, show: ({ connector }) => methodName(connector, language) },
          {
            key: 'payer',
            title: texts.payer,
            shownFrom: 'middle',
            show: (attempt) => {
              const payer = payerNumber(attempt)
              return <span className="n">{payer === null ? paymentTexts(language).card : shown(payer)}</span>
            },
          },
          {
            key: 'asked',
            title: texts.amount,
            isFigure: true,
            show: ({ asked, rate }) => (
              <>
                <b>{formatShort(asked, language)}</b>
                {rate !== null && <small className="tiny text-quiet"> {fillText(texts.rate, { rate })}</small>}
              </>
            ),
          },
          {
            key: 'state',
            title: texts.state,
            show: ({ state: each, isWinner, doubt }) => (
              <span className="row">
                <Pill tone={ATTEMPT_TONES[each]}>{texts[each]}</Pill>
                {doubt && <Pill tone="warn">{texts.doubtful}</Pill>}
                {isWinner && <span className="tiny text-quiet">{texts.paysIt}</span>}
              </span>
            ),
          },
          {
            key: 'number',
            title: texts.providerNumber,
            shownFrom: 'wide',
            show: ({ providerTxnId, providerRef }) => <Mono>{providerTxnId ?? providerRef ?? '—'}</Mono>,
          },
        ]}
      />
    </Card>
  )
}

export function NoticeTable({ details: { notices }, days }: { details: PaymentDetails; days: number }) {
  const { language } = useConsole()
  const texts = paymentPageTexts(language)
  if (notices.length === 0) return null
  return (
    <Card
      title={texts.notices}
      end={<span className="text-quiet">{fillText(texts.noticesEnd, { count: notices.length, days: formatCount(days, language) })}</span>}
    >
      <DataTable
        caption={texts.notices}
        rows={notices.map((notice, place) => ({ ...notice, place }))}
        keyOf={({ place }) => String(place)}
        columns={[
          {
            key: 'received',
            title: texts.received,
            show: ({ receivedAt }) => <span className="n">{formatClock(receivedAt, language)}</span>,
          },
          { key: 'from', title: texts.from, show: ({ connector }) => methodName(connector, language) },
          {
            key: 'says',
            title: texts.says,
            show: ({ says, amount }) => [saysWord(says, language), amount && formatShort(amount, language)].filter(Boolean).join(', '),
          },
          {
            key: 'signature',
            title: texts.signature,
            show: ({ origin }) => <Pill tone={origin === 'unmarked' ? 'warn' : 'good'}>{texts[origin]}</Pill>,
          },
          { key: 'effect', title: texts.effect, show: (notice) => texts[effectOf(notice)] },
        ]}
      />
    </Card>
  )
}

function saysWord(says: string, language: ConsoleLanguage): string {
  const texts: Partial<Record<string, string>> = paymentPageTexts(language)
  return texts[`says_${says}`] ?? says
}

function effectOf({ doneAt, hasMoved }: NoticeRow): 'pending' | 'moved' | 'noEffect' {
  if (doneAt === null) return 'pending'
  return hasMoved ? 'moved' : 'noEffect'
}

export function SmsTable({ messages }: { messages: readonly SentMessage[] }) {
  const { language } = useConsole()
  const texts = paymentPageTexts(language)
  return (
    <Card
      title={texts.sms}
      end={<span className="text-quiet">{messages.length}</span>}
      footer={messages.length > 0 ? <p>{texts.smsNote}</p> : undefined}
    >
      {messages.length === 0 ? (
        <p className="pad small text-quiet">{texts.noSms}</p>
      ) : (
        <DataTable
          caption={texts.sms}
          rows={messages.map((message, place) => ({ ...message, place }))}
          keyOf={({ place }) => String(place)}
          columns={[
            { key: 'text', title: texts.smsText, show: ({ text }) => <SmsText text={text} /> },
            { key: 'to', title: texts.smsTo, show: ({ to }) => <span className="n">{shownNumber(to, language)}</span> },
          ]}
        />
      )}
    </Card>
  )
}

/** CON-10: an SMS to a line names it in full; here it does not. */
export function SmsText({ text }: { text: string }) {
  return <span className="sms">{maskedText(text)}</span>
}

function maskedText(text: string): string {
  return text.replaceAll(/(?<![\w-])\d(?:[ \u00a0\u202f]?\d){7,11}(?![\w-])/g, (number) => maskMobileNumber(number))
}
