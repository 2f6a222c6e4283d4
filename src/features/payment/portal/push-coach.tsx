import { useState } from 'react'
import { fillText } from '#shared/fill-text.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { formatXof, xof } from '#shared/money.ts'
import type { ContentPackages } from '#portal/content-packages.ts'
import { useLanguage } from '#portal/frame-context.ts'
import { Card } from '#portal/ui/card.tsx'
import { Countdown } from '#portal/ui/countdown.tsx'
import type { TransactionDetails } from '../contract.ts'

/** What people dial to see the payments that wait for them. */
const WAITING_PAYMENTS_DIAL = '*145#'

type PushCoachProps = { texts: ContentPackages['payment-translation']; details: TransactionDetails; until: string }

/** MM-2: what to do on the phone, how long there is, what to dial when nothing appears. */
export function PushCoach({ texts, details, until }: PushCoachProps) {
  const language = useLanguage()
  const deadlineMs = Date.parse(until)
  const [isOver, setOver] = useState(false)
  const words = { amount: formatXof(xof(details.amount), language), number: formatMobileNumber(details.payerMobile ?? '') }
  return (
    <Card heading={texts.pushTitle}>
      <p>{fillText(texts.pushAmount, words)}</p>
      <p>
        {isOver ? (
          texts.pushOver
        ) : (
          <strong>
            <Countdown deadlineMs={deadlineMs} words={(seconds) => fillText(texts.pushSeconds, { seconds })} onEnd={() => setOver(true)} />
          </strong>
        )}
      </p>
      <p>{texts.pushNote}</p>
      <p>{fillText(texts.pushReopen, { dial: WAITING_PAYMENTS_DIAL })}</p>
      <p>{texts.pushLeave}</p>
    </Card>
  )
}
