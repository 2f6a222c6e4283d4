import { useRef, useState } from 'react'
import { fillText } from '#shared/fill-text.ts'
import { Field } from '#portal/ui/fields/field.tsx'
import { suggestEmail } from './email-typo.ts'
import type { HubTexts } from './hub-texts.ts'

export type EmailWords = Pick<HubTexts, 'email' | 'emailHint' | 'emailDidYouMean' | 'emailFixed'>

type EmailFieldProps = {
  words: EmailWords
  email: string
  problem?: string | undefined
  isReadOnly?: boolean
  /** The only thing that the page asks for. */
  isFirst?: boolean
}

/** CARD-1: an email address, with a suggestion for one that looks mistyped. Without React, help-typing.ts does the same. */
export function EmailField({ words, email, problem, isReadOnly = false, isFirst = false }: EmailFieldProps) {
  const [typed, setTyped] = useState(email)
  const suggestion = suggestEmail(typed)
  const field = useRef<HTMLInputElement>(null)
  function take(meant: string) {
    if (!field.current) return
    field.current.value = meant
    field.current.focus()
    setTyped(meant)
  }
  const offered = suggestion && (
    <button type="button" onClick={() => take(suggestion)}>
      {fillText(words.emailDidYouMean, { suggestion })}
    </button>
  )
  const hints = { 'data-hint': words.emailHint, 'data-typo': words.emailDidYouMean, ...(isFirst && { 'data-first': '' }) }
  return (
    <Field
      label={words.email}
      name="email"
      hint={isReadOnly ? words.emailFixed : (offered ?? words.emailHint)}
      problem={problem}
      input={{
        ref: field,
        type: 'email',
        autoComplete: 'email',
        defaultValue: email,
        maxLength: 254,
        readOnly: isReadOnly,
        onInput: (event) => setTyped(event.currentTarget.value),
        ...hints,
      }}
    />
  )
}
