import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { CODE_DIGITS, codeDigits } from '../rules.ts'
import styles from './code-boxes.module.css'

type CodeBoxesProps = {
  label: string
  digits: string
  isLocked: boolean
  isWrong: boolean
  /** The id of the note that describes the field. */
  noteId: string
  onDigits: (digits: string) => void
  /** Enter, as in a form. */
  onEnter: () => void
}

const POSITIONS = Array.from({ length: CODE_DIGITS }, (_, position) => position)

/**
 * OTP-1: six boxes to look at, but one input, which keyboards, paste, SMS autofill and screen readers support. When locked it is read-only
 * instead of disabled, so that it keeps the focus.
 */
export function CodeBoxes({ label, digits, isLocked, isWrong, noteId, onDigits, onEnter }: CodeBoxesProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useSmsCode(isLocked ? null : onDigits)
  return (
    <>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={`${styles.boxes} ${isWrong ? styles.wrong : ''}`} data-locked={isLocked || undefined}>
        {POSITIONS.map((position) => (
          <span key={position} aria-hidden className={styles.box} data-next={position === digits.length || undefined}>
            {digits[position]}
          </span>
        ))}
        <input
          ref={input}
          id={id}
          name="otp"
          className={styles.input}
          autoFocus
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          spellCheck={false}
          readOnly={isLocked}
          value={digits}
          aria-describedby={noteId}
          aria-invalid={isWrong || undefined}
          onKeyDown={({ key }) => {
            if (key === 'Enter') onEnter()
          }}
          onChange={(event) => onDigits(codeDigits(event.target.value))}
          // The caret is invisible, so it stays at the end, where the next digit goes.
          onSelect={({ currentTarget: { value } }) => input.current?.setSelectionRange(value.length, value.length)}
        />
      </div>
    </>
  )
}

type OtpCredential = { code?: string }

/** WebOTP: browsers that support it offer the code from the SMS. Others are unaffected. */
function useSmsCode(onDigits: ((digits: string) => void) | null) {
  const isWanted = onDigits !== null
  const take = useEffectEvent((code: string) => onDigits?.(codeDigits(code)))
  useEffect(() => {
    if (!isWanted || !('OTPCredential' in window)) return undefined
    const controller = new AbortController()
    const wanted = { otp: { transport: ['sms'] }, signal: controller.signal } as CredentialRequestOptions
    navigator.credentials.get(wanted).then(
      (credential) => {
        const { code } = (credential ?? {}) as OtpCredential
        if (code) take(code)
      },
      // Refused, or the dialog closed before an SMS arrived: the visitor types the code.
      () => undefined,
    )
    return () => controller.abort()
  }, [isWanted])
}
