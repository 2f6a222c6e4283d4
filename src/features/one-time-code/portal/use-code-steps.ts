import { useReducer } from 'react'
import { apiClient } from '#portal/network/api-client.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { resendBillCode, resendOtp, verifyBillCode, verifyOtp, type CodePurpose } from '../contract.ts'
import { CODE_DIGITS } from '../rules.ts'
import { callResend, callVerify, type CodeSent, verifiedOf } from './code-calls.ts'
import { firstStep, nextStep, type CodeStep } from './code-steps.ts'

type Options = {
  first: CodeSent
  purpose: CodePurpose
  /** False when a button sends the code (POST-2). */
  sendsAtSixth: boolean
  onVerified: (uniqueCode: string, reference: string) => void
}

type Code = { step: CodeStep; resend(): void; type(digits: string): void; submit(): void }

/** The dialog's calls to the server about a sent code. */
export function useCodeSteps({ first, purpose, sendsAtSixth, onVerified }: Options): Code {
  const language = useLanguage()
  const [step, tell] = useReducer(nextStep, first, (sent) => firstStep(sent, Date.now()))
  const { reference } = step

  async function check(code: string) {
    const verdict = verifiedOf(
      await callVerify(apiClient(language, { verifyBillCode, verifyOtp }), { reference, purpose, otp: code }),
      reference,
    )
    if (verdict.kind === 'verified') onVerified(verdict.uniqueCode, verdict.reference)
    else tell({ kind: 'refused', refusal: verdict, nowMs: Date.now() })
  }

  async function resend() {
    const answer = await callResend(apiClient(language, { resendBillCode, resendOtp }), { reference, purpose })
    if (answer.kind === 'sent') tell({ kind: 'resent', sent: answer, nowMs: Date.now() })
    else tell({ kind: 'refused', refusal: answer, nowMs: Date.now() })
  }

  function send(digits: string) {
    tell({ kind: 'submitted' })
    void check(digits)
  }

  return {
    step,
    resend: () => void resend(),
    type(digits) {
      if (step.state !== 'typing') return
      tell({ kind: 'typed', digits })
      // OTP-1: the sixth digit sends the code.
      if (sendsAtSixth && digits.length === CODE_DIGITS && digits !== step.digits) send(digits)
    },
    submit() {
      const { state, digits } = step
      if (state !== 'typing') return
      if (digits.length === CODE_DIGITS) send(digits)
      else tell({ kind: 'refused', refusal: { kind: 'refused', failure: 'incomplete', message: null }, nowMs: Date.now() })
    },
  }
}
