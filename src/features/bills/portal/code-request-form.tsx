import { numberWords } from '#features/line/portal/line-texts.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { MobileNumberField } from '#portal/ui/fields/mobile-number-field.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { useWholeNumber } from '#portal/ui/fields/use-whole-number.ts'
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
  const { isOff, isAsked, isHeld } = useWholeNumber(digits)
  function ask(event: React.SubmitEvent<HTMLFormElement>) {
    if (isHeld(event)) return
    event.preventDefault()
    onAsk(digits)
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
