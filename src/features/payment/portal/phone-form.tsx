import { useState } from 'react'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { Button, ButtonLink } from '#portal/ui/frame/button.tsx'
import { MobileNumberField } from '#portal/ui/fields/mobile-number-field.tsx'
import type { NumberWords } from '#portal/ui/fields/number-words.ts'
import { useWholeNumber } from '#portal/ui/fields/use-whole-number.ts'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import { EmailField, type EmailWords } from './email-field.tsx'
import styles from './hub.module.css'

/** Data of a form for a paying number; passed to islands unchanged. */
export type PhoneFormValues = {
  lead: string
  label: string
  hint: string
  submitLabel: string
  /** SC-1, MP-1: a back button beside the submit button. */
  cancel: { label: string; href: string } | null
  /** The value that the button posts. */
  intent: string | null
  digits: string
  phoneProblem: string | null
  /** NUM-2 */
  numberWords: NumberWords
  /** Only when the method requires an email address. */
  email: { words: EmailWords; value: string; problem: string | null } | null
  /** Why the last try failed. */
  message: string | null
}

/** Errors of the last try disappear on the next one. */
export function withoutProblems(form: PhoneFormValues): PhoneFormValues {
  return { ...form, phoneProblem: null, email: form.email && { ...form.email, problem: null }, message: null }
}

type PhoneFormProps = {
  form: PhoneFormValues
  onSubmit?: (event: React.SubmitEvent<HTMLFormElement>) => void
  children?: React.ReactNode
}

/** The paying number, and an email address where the method requires one. Posts to its own page. */
export function PhoneForm({ form, onSubmit, children }: PhoneFormProps) {
  const { lead, label, hint, submitLabel, cancel, intent, digits, phoneProblem, numberWords, email, message } = form
  const [typed, setTyped] = useState(digits)
  /** An error about a number stays until the number changes. */
  const problem = typed === digits ? phoneProblem : null
  const { isOff, isAsked, isHeld } = useWholeNumber(typed, problem !== null)
  function submit(event: React.SubmitEvent<HTMLFormElement>) {
    if (!isHeld(event)) onSubmit?.(event)
  }
  return (
    <FieldsForm noValidate onSubmit={submit}>
      {message && <Notification kind="bad">{message}</Notification>}
      <p>{lead}</p>
      {children}
      <MobileNumberField
        label={label}
        hint={hint}
        defaultValue={formatMobileNumber(digits)}
        problem={problem ?? undefined}
        words={numberWords}
        isAsked={isAsked}
        onDigits={setTyped}
      />
      {email && <EmailField words={email.words} email={email.value} problem={email.problem ?? undefined} />}
      <div className={styles.choices}>
        <Button isWide aria-disabled={isOff || undefined} {...(intent && { name: 'intent', value: intent })}>
          {submitLabel}
        </Button>
        {cancel && (
          <ButtonLink isWide look="quiet" href={cancel.href}>
            {cancel.label}
          </ButtonLink>
        )}
      </div>
    </FieldsForm>
  )
}
