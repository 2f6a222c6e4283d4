import { useRef, useState } from 'react'
import { apiClient } from '#portal/network/api-client.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { sendBillCode, sendBroadbandOtp, sendOtp } from '../contract.ts'
import { callSend, type CodeErrand, type OpenCode } from './code-calls.ts'
import { fetchCodeDialog } from './code-dialog-later.tsx'
import { refusalWords, type CodeRequestTexts } from './code-texts.ts'

/**
 * OTP-4: requests the code before the dialog opens. A refusal is shown beside the number field, and the visitor can retry at once.
 * Reopening within a minute returns the same code.
 */
export function useCodeRequest(purpose: CodeErrand, texts: CodeRequestTexts) {
  const language = useLanguage()
  const [code, setCode] = useState<OpenCode | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [wasAsked, setAsked] = useState(false)
  const isUnderWay = useRef(false)

  async function ask(msisdn: string): Promise<void> {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setRefusal(null)
    setAsking(true)
    setAsked(true)
    // Loads the dialog while the SMS is sent. If that fails, opening the dialog loads it again.
    fetchCodeDialog(language).catch(() => undefined)
    const answer = await callSend(apiClient(language, { sendBillCode, sendBroadbandOtp, sendOtp }), { msisdn, purpose })
    isUnderWay.current = false
    setAsking(false)
    if (answer.kind === 'sent') setCode({ msisdn, sent: answer })
    else setRefusal(refusalWords(answer, texts))
  }

  return {
    code,
    refusal,
    isAsking,
    /** True after the first request: earlier messages of the page are outdated. */
    wasAsked,
    ask: (msisdn: string) => void ask(msisdn),
    close: () => setCode(null),
  }
}
