import { useState } from 'react'
import { numberWords } from '#features/line/portal/line-texts.ts'
import { formatMobileNumber, isMobileNumber } from '#shared/mobile-number.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { leadToMissing } from '#portal/ui/fields/lead-to-missing.ts'
import { MobileNumberField } from '#portal/ui/fields/mobile-number-field.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { useHasScript } from '#portal/ui/frame/use-has-script.ts'
import type { FetchFormProps } from './account-fetch-form.tsx'
import { PAGE } from './bill-answer.ts'
import styles from './postpaid-bill.module.css'

/** Nothing is sent before the visitor has seen which number it goes to. With script the six boxes follow, else a plain form. */
export function CodeRequestForm({
  texts,
  numberTexts,
  digits,
  problems,
  onDigits,
  onAsk,
  children,
}: FetchFormProps & { onAsk: (msisdn: string) => void; children?: React.ReactNode }) {
  const hasScript = useHasScript()
  const [isAsked, setAsked] = useState(false)
  const isOff = hasScript && !isMobileNumber(digits)
  function ask(event: React.SubmitEvent<HTMLFormElement>) {
    if (isOff) {
      setAsked(true)
      leadToMissing(event, 'msisdn')
    } else {
      event.preventDefault()
      onAsk(digits)
    }
  }
  return (
    <form method="post" action={`${PAGE}?fetch=code`} noValidate onSubmit={ask}>
      <p>{texts.fetchByCodeLead}</p>
      {problems?.message && (
        <div className={styles.note}>
          <Notification kind="bad">{problems.message}</Notification>
        </div>
      )}
      {children && <div className={styles.note}>{children}</div>}
      <MobileNumberField
        label={numberTexts.numberLabel}
        hint={numberTexts.numberHint}
        defaultValue={formatMobileNumber(digits)}
        words={numberWords(numberTexts)}
        isAsked={isAsked}
        onDigits={onDigits}
        problem={problems?.number ? numberTexts[problems.number] : undefined}
      />
      <Button isWide name="intent" value="send-code" aria-disabled={isOff || undefined}>
        {texts.sendCode}
      </Button>
    </form>
  )
}
