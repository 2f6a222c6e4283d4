import { useEffect, useEffectEvent, useReducer } from 'react'
import { apiClient } from '#portal/api-client.ts'
import { useLanguage } from '#portal/frame-context.ts'
import { callWithSealed } from '#portal/seal-value.ts'
import type { CodePurpose } from '../contract.ts'
import { CODE_DIGITS } from '../rules.ts'
import { callResend, callSend, callVerify, type CodeRefusal, type CodeSent, verifiedOf } from './code-calls.ts'
import { FIRST_STEP, nextStep, type CodeStep } from './code-steps.ts'

type Options = {
  msisdn: string
  purpose: CodePurpose
  /** False where a button sends the code (POST-2). */
  sendsAtSixth: boolean
  onVerified: (uniqueCode: string, reference: string) => void
}

type Code = { step: CodeStep; resend(): void; type(digits: string): void; submit(): void }

/** The dialog's talk with the server. It asks for a code when it opens; opened again within a minute it gets the same one. */
export function useCodeSteps({ msisdn, purpose, sendsAtSixth, onVerified }: Options): Code {
  const language = useLanguage()
  const [step, tell] = useReducer(nextStep, FIRST_STEP)

  function tellSent(answer: CodeSent | CodeRefusal, isResend: boolean) {
    if (answer.kind === 'sent') tell({ kind: 'sent', sent: answer, nowMs: Date.now(), isResend })
    else tell({ kind: 'refused', refusal: answer })
  }
  const begin = useEffectEvent(async (isCurrent: () => boolean) => {
    const answer = await callSend(apiClient(language), { msisdn, purpose })
    if (isCurrent()) tellSent(answer, false)
  })
  useEffect(() => {
    let isOpen = true
    void begin(() => isOpen)
    return () => {
      isOpen = false
    }
  }, [])

  async function check(reference: string, code: string) {
    const api = apiClient(language)
    const verdict = verifiedOf(await callWithSealed(code, language, (otp) => callVerify(api, { reference, purpose, otp })), reference)
    if (verdict.kind === 'verified') onVerified(verdict.uniqueCode, verdict.reference)
    else tell({ kind: 'refused', refusal: verdict })
  }

  function send(reference: string, digits: string) {
    tell({ kind: 'submitted' })
    void check(reference, digits)
  }

  return {
    step,
    resend() {
      const { reference } = step
      if (reference) void callResend(apiClient(language), { reference, purpose }).then((answer) => tellSent(answer, true))
    },
    type(digits) {
      if (!step.reference || step.state !== 'typing') return
      tell({ kind: 'typed', digits })
      // OTP-1: the sixth digit sends the code.
      if (sendsAtSixth && digits.length === CODE_DIGITS && digits !== step.digits) send(step.reference, digits)
    },
    submit() {
      const { reference, state, digits } = step
      if (!reference || state !== 'typing') return
      if (digits.length === CODE_DIGITS) send(reference, digits)
      else tell({ kind: 'refused', refusal: { kind: 'refused', failure: 'incomplete', message: null } })
    },
  }
}
