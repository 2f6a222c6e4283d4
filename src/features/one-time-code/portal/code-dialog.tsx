import { useEffect, useEffectEvent, useId, useState } from 'react'
import { fillText } from '#shared/fill-text.ts'
import { sentences } from '#shared/sentences.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Countdown } from '#portal/ui/messages/countdown.tsx'
import { Dialog } from '#portal/ui/messages/dialog.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import type { CodePurpose } from '../contract.ts'
import { CODE_ATTEMPTS, CODE_DIGITS } from '../rules.ts'
import { CodeBoxes } from './code-boxes.tsx'
import type { CodeRefusal } from './code-calls.ts'
import type { CodeStep } from './code-steps.ts'
import { attemptWords, type CodeTexts, refusalWords, sentWords } from './code-texts.ts'
import type { OpenCode } from './code-calls.ts'
import { useCodeSteps } from './use-code-steps.ts'
import styles from './code-dialog.module.css'

/** Section 9 of the specification: how long a refusal is shown before the dialog closes. */
const CLOSE_DELAY_MS = 11_000

export type CodeDialogProps = {
  code: OpenCode
  purpose: CodePurpose
  texts: CodeTexts
  /** The bill's calls need the reference (their `otpId`), all others the unique code. */
  onVerified: (uniqueCode: string, reference: string) => void
  onClose: () => void
  /**
   * POST-2: the label of the button that the specification has below the boxes. With it the button sends the code instead of the sixth
   * digit.
   */
  verifyLabel?: string | undefined
  /** Without it there is no button that changes the number. */
  onChangeNumber?: (() => void) | undefined
  /** An alternative without a code, shown when no attempts are left. */
  otherWay?: { label: string; onChoose: () => void } | undefined
}

/** OTP-1, OTP-2: opens with a sent code, and calls `onVerified` once. */
export function CodeDialog(props: CodeDialogProps) {
  const { code, texts, onClose } = props
  return (
    <Dialog isOpen title={texts.title} closeLabel={texts.close} onClose={onClose}>
      <CodeSteps key={`${code.msisdn} ${code.sent.reference}`} {...props} />
    </Dialog>
  )
}

function CodeSteps(props: CodeDialogProps) {
  const { code, purpose, texts, onVerified, onClose, verifyLabel, onChangeNumber, otherWay } = props
  const { msisdn, sent } = code
  const { step, resend, type, submit } = useCodeSteps({ first: sent, purpose, sendsAtSixth: verifyLabel === undefined, onVerified })
  useCloseLater(step.state === 'closing', onClose)
  if (step.state === 'closing') return <Ending step={step} texts={texts} onClose={onClose} otherWay={otherWay} />
  return (
    <div className={styles.steps}>
      <div className={styles.sentTo}>
        <p role="status">{sentWords(step.isConfirmed, msisdn, texts)}</p>
        {onChangeNumber && (
          <Button type="button" look="quiet" isSmall onClick={onChangeNumber}>
            {texts.changeNumber}
          </Button>
        )}
      </div>
      <CodeEntry step={step} texts={texts} onDigits={type} onEnter={submit} />
      {verifyLabel && step.state !== 'locked' && (
        <Button type="button" isWide aria-disabled={step.state !== 'typing' || step.digits.length < CODE_DIGITS} onClick={submit}>
          {verifyLabel}
        </Button>
      )}
      {step.state === 'locked' ? (
        <>
          <p>{texts.lockedHelp}</p>
          <LastWays texts={texts} otherWay={otherWay} onClose={onClose} />
        </>
      ) : (
        <Again step={step} texts={texts} onResend={resend} />
      )}
    </div>
  )
}

type EntryProps = { step: CodeStep; texts: CodeTexts; onDigits: (digits: string) => void; onEnter: () => void }

function CodeEntry({ step, texts, onDigits, onEnter }: EntryProps) {
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
        onEnter={onEnter}
      />
      <div id={noteId} className={styles.note}>
        {step.problem ? (
          <p role="alert" className={styles.problem}>
            {problemWords(step, step.problem, texts)}
          </p>
        ) : (
          <p role="status">{step.state === 'checking' ? texts.checking : step.wasResent ? texts.resent : texts.codeHint}</p>
        )}
        {isTyping && !step.problem && <p>{attemptWords(step.attemptsLeft, texts)}</p>}
        {step.state !== 'closing' && step.attemptsLeft < CODE_ATTEMPTS && <Tries left={step.attemptsLeft} />}
      </div>
    </div>
  )
}

/** Except when locked, the wait time is left out, because it has a countdown of its own below. */
function problemWords({ state, attemptsLeft }: CodeStep, refusal: CodeRefusal, texts: CodeTexts): string {
  if (state === 'locked') return refusalWords(refusal, texts)
  const { waitSeconds: _below, ...problem } = refusal
  const said = refusalWords(problem, texts)
  return state === 'typing' ? sentences(said, attemptWords(attemptsLeft, texts)) : said
}

/** A picture of the used and remaining attempts; the text beside it says the same and is read aloud. */
function Tries({ left }: { left: number }) {
  return (
    <p className={styles.tries} aria-hidden="true">
      {'●'.repeat(left)}
      {'○'.repeat(Math.max(0, CODE_ATTEMPTS - left))}
    </p>
  )
}

function Again({ step, texts, onResend }: { step: CodeStep; texts: CodeTexts; onResend: () => void }) {
  /** The deadline that has passed. A new code sets a new one. */
  const [passedMs, setPassedMs] = useState<number | null>(null)
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
      <p className={styles.note}>{texts.neverShare}</p>
    </>
  )
}

type LastWaysProps = Pick<CodeDialogProps, 'texts' | 'otherWay' | 'onClose'> & { isFocused?: boolean }

function LastWays({ texts, otherWay, onClose, isFocused = false }: LastWaysProps) {
  return (
    <>
      {otherWay && (
        <Button type="button" isWide onClick={otherWay.onChoose}>
          {otherWay.label}
        </Button>
      )}
      <Button type="button" look="quiet" isWide autoFocus={isFocused} onClick={onClose}>
        {texts.close}
      </Button>
    </>
  )
}

function Ending({ step, texts, ...ways }: { step: CodeStep } & Omit<LastWaysProps, 'isFocused'>) {
  return (
    <div className={styles.steps}>
      <Notification kind="bad">
        {step.problem && refusalWords(step.problem, texts)} {texts.closingSoon}
      </Notification>
      <LastWays texts={texts} isFocused {...ways} />
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
