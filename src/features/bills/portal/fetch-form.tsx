import { numberWords } from '#features/line/portal/line-texts.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import { MobileNumberField } from '#portal/ui/fields/mobile-number-field.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { useWholeNumber } from '#portal/ui/fields/use-whole-number.ts'
import { PAGE, type FetchProblems } from './bill-answer.ts'
import type { BillTexts, NumberTexts } from './bill-texts.ts'
import type { FetchWay } from './fetch-link.tsx'
import styles from './postpaid-bill.module.css'

type FetchFormProps = {
  way: FetchWay
  texts: BillTexts
  numberTexts: NumberTexts
  digits: string
  problems: FetchProblems | null
  onDigits: (digits: string) => void
  /** For a code: with script the code field follows in place, else a plain form. */
  onAsk: (msisdn: string) => void
  children?: React.ReactNode
}

/**
 * Nothing is sent before the visitor has seen which number it goes to. POST-5: an account has ten characters; the operator's message about
 * it is shown here.
 */
export function FetchForm({ way, texts, numberTexts, digits, problems, onDigits, onAsk, children }: FetchFormProps) {
  const { isOff, isAsked, isHeld } = useWholeNumber(digits)
  const isByCode = way === 'code'
  function ask(event: React.SubmitEvent<HTMLFormElement>) {
    if (isHeld(event) || !isByCode) return
    event.preventDefault()
    onAsk(digits)
  }
  return (
    <FieldsForm action={`${PAGE}?fetch=${way}`} noValidate onSubmit={ask}>
      <p>{isByCode ? texts.fetchByCodeLead : texts.fetchByAccountLead}</p>
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
      {!isByCode && (
        <Field
          label={texts.postpaidAccountLabel}
          name="accountNo"
          hint={texts.postpaidAccountHint}
          problem={problems?.problem ? texts[problems.problem] : undefined}
          input={{ autoComplete: 'off', spellCheck: false, maxLength: 24, defaultValue: problems?.accountNo ?? '' }}
        />
      )}
      <Button isWide name="intent" value={isByCode ? 'send-code' : 'account'} aria-disabled={isOff || undefined}>
        {isByCode ? texts.sendCode : texts.getOutstanding}
      </Button>
    </FieldsForm>
  )
}
