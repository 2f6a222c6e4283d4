import { fillText } from '#shared/fill-text.ts'
import { formatShort } from '#shared/money.ts'
import type { ReactNode } from 'react'
import type { Refund } from '#features/payment/engine/records.ts'
import { useConsole } from '../../frame/console-context.ts'
import { formatDate, formatMinute } from '../../frame/format.ts'
import { Card, Mono, Pill, type Tone } from '../../frame/pieces.tsx'
import type { PaymentDetails } from '../../queries/payment-details.ts'
import { methodName } from '../words/payment-words.ts'
import { paymentPageTexts } from './payment-texts.ts'

export function DeliveryCard({ details: { state } }: { details: PaymentDetails }) {
  const { language } = useConsole()
  const texts = paymentPageTexts(language)
  const { order } = state
  const next = order.nextFulfilmentAt
  const rows: readonly (readonly [string, ReactNode])[] = [
    [texts.ourState, <Facts key="state" word={order.fulfilment} meaning={texts[order.fulfilment]} />],
    [texts.sends, order.sends],
    [texts.operatorReference, order.operatorReference === null ? texts.none : <Mono>{order.operatorReference}</Mono>],
    ...(order.refusal === null ? [] : [[texts.refusal, <Mono key="refusal">{order.refusal}</Mono>] as const]),
    [texts.nextQuestion, next === null ? texts.none : `${formatDate(next, language)} ${formatMinute(next, language)}`],
    ...order.troubles.map(
      ({ failures, reason }) =>
        [
          texts.failure,
          <span key={reason} className="text-bad">
            {fillText(texts.failureText, { count: failures, reason })}
          </span>,
        ] as const,
    ),
  ]
  return (
    <Card title={texts.delivery}>
      <dl className="facts">
        {rows.map(([term, value], place) => (
          <div key={place}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Facts({ word, meaning }: { word: string; meaning: string }) {
  return (
    <>
      {word}
      <small>{meaning}</small>
    </>
  )
}

const REFUND_TONES: Readonly<Record<Refund['state'], Tone>> = {
  QUEUED: 'primary',
  ASKING: 'back',
  PENDING: 'back',
  DONE: 'good',
  REVIEW: 'warn',
}

export function RefundsCard({ details: { state } }: { details: PaymentDetails }) {
  const { language } = useConsole()
  const texts = paymentPageTexts(language)
  return (
    <Card title={texts.refunds}>
      {state.refunds.length === 0 ? (
        <p className="pad small text-quiet">{texts.noRefund}</p>
      ) : (
        <ul className="lines">
          {state.refunds.map((refund) => {
            const attempt = state.attempts.find(({ id }) => id === refund.attemptId)
            return (
              <li key={refund.id}>
                <Pill tone={REFUND_TONES[refund.state]}>{texts[`refund_${refund.state}`]}</Pill>
                <span className="grow">
                  <b className="n">{formatShort(refund.amount, language)}</b>
                  <small>
                    {texts[`cause_${refund.cause}`]} ·{' '}
                    {fillText(texts.toMethod, { method: methodName(attempt?.connector ?? null, language) })}
                  </small>
                </span>
                <Mono>{refund.ref}</Mono>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
