import { useEffect, useEffectEvent, useId, useState } from 'react'
import { BRAND } from '#shared/brand.ts'
import { fillText } from '#shared/fill-text.ts'
import { maskMobileNumber } from '#shared/mobile-number.ts'
import { Button } from '#portal/ui/button.tsx'
import { Countdown } from '#portal/ui/countdown.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import type { CodePurpose } from '../contract.ts'
import { CODE_DIGITS } from '../rules.ts'
import { CodeBoxes } from './code-boxes.tsx'
import type { CodeStep } from './code-steps.ts'
import { type CodeTexts, refusalWords } from './code-texts.ts'
import { useCodeSteps } from './use-code-steps.ts'
import styles from './code-dialog.module.css'

/** Section 9 of the specification: how long a refusal is shown before the dialog closes. */
const CLOSE_DELAY_MS = 11_000

export type CodeDialogProps = {
  isOpen: boolean
  msisdn: string
  purpose: CodePurpose
  texts: CodeTexts
  /** The bill's calls take the reference (their `otpId`), all others the unique code. */
  onVerified: (uniqueCode: string, reference: string) => void
  onClose: () => void
  /** POST-2: where the specification has a button below the boxes, what it says: it sends the code then, and not the sixth digit. */
  verifyLabel?: string | undefined
  /** Without it there is no button to change the number. */
  onChangeNumber?: (() => void) | undefined
}

/** OTP-1, OTP-2: asks for a code as it opens and says once which unique code it opened. */
export function CodeDialog({ isOpen, ...rest }: CodeDialogProps) {
  return (
    <Dialog isOpen={isOpen} title={rest.texts.title} closeLabel={rest.texts.close} onClose={rest.onClose}>
      <CodeSteps key={`${rest.msisdn} ${rest.purpose}`} {...rest} />
    </Dialog>
  )
}

function CodeSteps({ msisdn, purpose, texts, onVerified, onClose, verifyLabel, onChangeNumber }: Omit<CodeDialogProps, 'isOpen'>) {
  const { step, resend, type, submit } = useCodeSteps({ msisdn, purpose, sendsAtSixth: verifyLabel === undefined, onVerified })
  useCloseLater(step.state === 'closing', onClose)
  if (step.state === 'closing') return <Ending step={step} texts={texts} onClose={onClose} />
  const number = maskMobileNumber(msisdn)
  return (
    <div className={styles.steps}>
      <div className={styles.sentTo}>
        <p role="status">{step.state === 'asking' ? texts.sending : fillText(texts.sentTo, { number })}</p>
        {onChangeNumber && (
          <Button type="button" look="quiet" isSmall onClick={onChangeNumber}>
            {texts.changeNumber}
          </Button>
        )}
      </div>
      <CodeEntry step={step} texts={texts} onDigits={type} />
      {verifyLabel && step.state !== 'locked' && (
        <Button type="button" isWide aria-disabled={step.state !== 'typing' || step.digits.length < CODE_DIGITS} onClick={submit}>
          {verifyLabel}
        </Button>
      )}
      {step.state === 'locked' ? (
        <Button type="button" look="quiet" isWide onClick={onClose}>
          {texts.close}
        </Button>
      ) : (
        <Again step={step} texts={texts} onResend={resend} />
      )}
    </div>
  )
}

type EntryProps = { step: CodeStep; texts: CodeTexts; onDigits: (digits: string) => void }

function CodeEntry({ step, texts, onDigits }: EntryProps) {
  const noteId = useId()
  const isTyping = step.state === 'typing'
  return (
    <div>
      <CodeBoxes
        label={texts.codeLabel}
        digits={step.digits}
        isLocked={!isTyping}
        isWrong={step.problem !== null}
        noteId={noteId}
        onDigits={onDigits}
      />
      <div id={noteId} className={styles.note}>
        {step.problem ? (
          <p role="alert" className={styles.problem}>
            {refusalWords(step.problem, texts)} {isTyping && attemptWords(step.attemptsLeft, texts)}
          </p>
        ) : (
          <p role="status">{step.state === 'checking' ? texts.checking : step.wasResent ? texts.resent : texts.codeHint}</p>
        )}
        {isTyping && !step.problem && <p>{attemptWords(step.attemptsLeft, texts)}</p>}
      </div>
    </div>
  )
}

function attemptWords(count: number, texts: CodeTexts): string {
  return count === 1 ? texts.lastAttempt : fillText(texts.attemptsLeft, { count })
}

function Again({ step, texts, onResend }: { step: CodeStep; texts: CodeTexts; onResend: () => void }) {
  /** The deadline that has passed: a new code brings a new one. */
  const [passedMs, setPassedMs] = useState<number | null>(null)
  if (step.reference === null) return null
  return (
    <>
      {passedMs === step.resendAtMs ? (
        <Button type="button" look="quiet" isWide disabled={step.state !== 'typing'} onClick={onResend}>
          {texts.resend}
        </Button>
      ) : (
        <p>
          <Countdown
            key={step.resendAtMs}
            deadlineMs={step.resendAtMs}
            words={(seconds) => fillText(texts.resendIn, { seconds })}
            onEnd={() => setPassedMs(step.resendAtMs)}
          />
        </p>
      )}
      <details>
        <summary>{texts.notReceived}</summary>
        <p>{texts.notReceivedHint}</p>
      </details>
      <p className={styles.note}>{fillText(texts.neverShare, { operator: BRAND.name })}</p>
    </>
  )
}

function Ending({ step, texts, onClose }: { step: CodeStep; texts: CodeTexts; onClose: () => void }) {
  return (
    <div className={styles.steps}>
      <Notification kind="bad">
        {step.problem && refusalWords(step.problem, texts)} {texts.closingSoon}
      </Notification>
      <Button type="button" look="quiet" isWide autoFocus onClick={onClose}>
        {texts.close}
      </Button>
    </div>
  )
}

function useCloseLater(isClosing: boolean, onClose: () => void) {
  const close = useEffectEvent(() => onClose())
  useEffect(() => {
    if (!isClosing) return undefined
    const timer = setTimeout(() => close(), CLOSE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isClosing])
}
