import { numberWords } from '#features/line/portal/line-texts.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import { MobileNumberField } from '#portal/ui/fields/mobile-number-field.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { useWholeNumber } from '#portal/ui/fields/use-whole-number.ts'
import { PAGE, type FetchProblems } from './bill-answer.ts'
import type { BillTexts, NumberTexts } from './bill-texts.ts'
import styles from './postpaid-bill.module.css'

export type FetchFormProps = {
  texts: BillTexts
  numberTexts: NumberTexts
  digits: string
  problems: FetchProblems | null
  onDigits: (digits: string) => void
}

/** POST-5: ten characters; what the operator says about an account stands here in its own words. */
export function AccountFetchForm({ texts, numberTexts, digits, problems, onDigits }: FetchFormProps) {
  const { isOff, isAsked, isHeld } = useWholeNumber(digits)
  return (
    <form method="post" action={`${PAGE}?fetch=account`} noValidate onSubmit={isHeld}>
      <p>{texts.fetchByAccountLead}</p>
      {problems?.message && (
        <div className={styles.note}>
          <Notification kind="bad">{problems.message}</Notification>
        </div>
      )}
      <MobileNumberField
        label={numberTexts.numberLabel}
        hint={numberTexts.numberHint}
        defaultValue={formatMobileNumber(digits)}
        words={numberWords(numberTexts)}
        isAsked={isAsked}
        onDigits={onDigits}
        problem={problems?.number ? numberTexts[problems.number] : undefined}
      />
      <Field
        label={texts.postpaidAccountLabel}
        name="accountNo"
        hint={texts.postpaidAccountHint}
        problem={problems?.problem ? texts[problems.problem] : undefined}
        input={{ autoComplete: 'off', spellCheck: false, maxLength: 24, defaultValue: problems?.accountNo ?? '' }}
      />
      <Button isWide name="intent" value="account" aria-disabled={isOff || undefined}>
        {texts.getOutstanding}
      </Button>
    </form>
  )
}
