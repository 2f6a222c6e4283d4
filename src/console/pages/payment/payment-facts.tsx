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
  return (
    <Card title={texts.delivery}>
      <dl className="facts">
        <Fact term={texts.ourState} detail={texts[order.fulfilment]}>
          {order.fulfilment}
        </Fact>
        <Fact term={texts.sends}>{order.sends}</Fact>
        <Fact term={texts.operatorReference}>{order.operatorReference === null ? texts.none : <Mono>{order.operatorReference}</Mono>}</Fact>
        {order.refusal !== null && (
          <Fact term={texts.refusal}>
            <Mono>{order.refusal}</Mono>
          </Fact>
        )}
        <Fact term={texts.nextQuestion}>
          {next === null ? texts.none : `${formatDate(next, language)} ${formatMinute(next, language)}`}
        </Fact>
        {order.troubles.map(({ part, failures, reason }) => (
          <Fact key={part} term={texts.failure}>
            <span className="text-bad">{fillText(texts.failureText, { count: failures, reason })}</span>
          </Fact>
        ))}
      </dl>
    </Card>
  )
}

function Fact({ term, detail, children }: { term: string; detail?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        {children}
        {detail !== undefined && <small>{detail}</small>}
      </dd>
    </div>
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
