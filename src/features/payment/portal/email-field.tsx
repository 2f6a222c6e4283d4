import { fillText } from '#shared/fill-text.ts'
import { Field } from '#portal/ui/field.tsx'
import { suggestEmail } from './email-typo.ts'
import type { HubTexts } from './hub-texts.ts'

type EmailFieldProps = {
  texts: Pick<HubTexts, 'email' | 'emailHint' | 'emailDidYouMean' | 'emailFixed'>
  email: string
  problem?: string | undefined
  onEmail: (email: string) => void
  isReadOnly?: boolean
}

/** CARD-1: an e-mail address, with a hint when it looks mistyped. */
export function EmailField({ texts, email, problem, onEmail, isReadOnly = false }: EmailFieldProps) {
  const suggestion = suggestEmail(email)
  return (
    <Field
      label={texts.email}
      name="email"
      hint={isReadOnly ? texts.emailFixed : suggestion ? fillText(texts.emailDidYouMean, { suggestion }) : texts.emailHint}
      problem={problem}
      input={{
        type: 'email',
        autoComplete: 'email',
        defaultValue: email,
        maxLength: 254,
        readOnly: isReadOnly,
        onInput: (event) => onEmail(event.currentTarget.value),
      }}
    />
  )
}
