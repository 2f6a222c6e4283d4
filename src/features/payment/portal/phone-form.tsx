import { formatMobileNumber } from '#shared/mobile-number.ts'
import { Button, ButtonLink } from '#portal/ui/button.tsx'
import { MobileNumberField } from '#portal/ui/mobile-number-field.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import { EmailField, type EmailWords } from './email-field.tsx'
import styles from './hub.module.css'

/** What a form for a paying number shows; it travels to islands as it is. */
export type PhoneFormValues = {
  lead: string
  label: string
  hint: string
  submitLabel: string
  /** SC-1, MP-1: a way back beside the way on. */
  cancel: { label: string; href: string } | null
  /** What the button posts. */
  intent: string | null
  digits: string
  phoneProblem: string | null
  /** Only where the method wants an address. */
  email: { words: EmailWords; value: string; problem: string | null } | null
  /** Why the last try went no further. */
  message: string | null
}

/** What was wrong the last time is over as soon as it is tried again. */
export function withoutProblems(form: PhoneFormValues): PhoneFormValues {
  return { ...form, phoneProblem: null, email: form.email && { ...form.email, problem: null }, message: null }
}

type PhoneFormProps = {
  form: PhoneFormValues
  onSubmit?: (event: React.SubmitEvent<HTMLFormElement>) => void
  children?: React.ReactNode
}

/** The number that pays, and where the method wants it an e-mail address. Posts to the page it stands on. */
export function PhoneForm({ form, onSubmit, children }: PhoneFormProps) {
  const { lead, label, hint, submitLabel, cancel, intent, digits, phoneProblem, email, message } = form
  return (
    <form method="post" noValidate onSubmit={onSubmit}>
      {message && <Notification kind="bad">{message}</Notification>}
      <p>{lead}</p>
      {children}
      <MobileNumberField label={label} hint={hint} defaultValue={formatMobileNumber(digits)} problem={phoneProblem ?? undefined} />
      {email && <EmailField words={email.words} email={email.value} problem={email.problem ?? undefined} />}
      <div className={styles.choices}>
        <Button isWide {...(intent && { name: 'intent', value: intent })}>
          {submitLabel}
        </Button>
        {cancel && (
          <ButtonLink isWide look="quiet" href={cancel.href}>
            {cancel.label}
          </ButtonLink>
        )}
      </div>
    </form>
  )
}
