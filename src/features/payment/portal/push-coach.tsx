import { fillText } from '#shared/fill-text.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { formatXof, xof } from '#shared/money.ts'
import type { ContentPackages } from '#portal/texts/content-packages.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { Card } from '#portal/ui/frame/card.tsx'
import { Spoken } from '#portal/ui/messages/spoken.tsx'
import type { TransactionDetails } from '../contract.ts'

/** What people dial to see the payments that wait for them. */
const WAITING_PAYMENTS_DIAL = '*145#'

type PushCoachProps = {
  texts: ContentPackages['payment-translation']
  details: TransactionDetails
  /** How long the request still waits. */
  secondsLeft: number
}

/** MM-2: what to do on the phone, how long there is (count-down.ts goes on counting), what to dial when nothing appears. */
export function PushCoach({ texts, details, secondsLeft }: PushCoachProps) {
  const language = useLanguage()
  const words = { amount: formatXof(xof(details.amount), language), number: formatMobileNumber(details.payerMobile ?? '') }
  return (
    <Card heading={texts.pushTitle}>
      <p>{fillText(texts.pushAmount, words)}</p>
      <p>
        <strong data-seconds={secondsLeft} data-words={texts.pushSeconds} data-over={texts.pushOver}>
          <span role="timer">{secondsLeft > 0 ? fillText(texts.pushSeconds, { seconds: secondsLeft }) : texts.pushOver}</span>
          <Spoken>
            <span role="status" />
          </Spoken>
        </strong>
      </p>
      <p>{texts.pushNote}</p>
      <p>{fillText(texts.pushReopen, { dial: WAITING_PAYMENTS_DIAL })}</p>
      <p>{texts.pushLeave}</p>
    </Card>
  )
}
