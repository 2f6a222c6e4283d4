import { formatMobileNumber, isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { formText } from '#portal/form-text.ts'
import { Button } from '#portal/ui/button.tsx'
import { MobileNumberField } from '#portal/ui/mobile-number-field.tsx'
import { Notification } from '#portal/ui/notification.tsx'
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
  function ask(event: React.SubmitEvent<HTMLFormElement>) {
    const msisdn = nationalDigits(formText(new FormData(event.currentTarget), 'msisdn'))
    // The server says what is wrong with anything else.
    if (!isMobileNumber(msisdn)) return
    event.preventDefault()
    onAsk(msisdn)
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
        onDigits={onDigits}
        problem={problems?.number ? numberTexts[problems.number] : undefined}
      />
      <Button isWide name="intent" value="send-code">
        {texts.sendCode}
      </Button>
    </form>
  )
}
