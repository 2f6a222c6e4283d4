import { useRef, useState } from 'react'
import { apiClient } from '#portal/network/api-client.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { callSend, type CodeErrand, type OpenCode } from './code-calls.ts'
import { fetchCodeDialog } from './code-dialog-later.tsx'
import { refusalWords, type CodeRequestTexts } from './code-texts.ts'

/**
 * OTP-4: the code is asked for before the dialog opens. Whoever cannot be sent one hears so where the number was typed, and can try again at
 * once; opened again within a minute it is the same code.
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
    // The dialog comes along while the SMS is sent; where it does not, opening it fetches it again.
    fetchCodeDialog(language).catch(() => undefined)
    const answer = await callSend(apiClient(language), { msisdn, purpose })
    isUnderWay.current = false
    setAsking(false)
    if (answer.kind === 'sent') setCode({ msisdn, sent: answer })
    else setRefusal(refusalWords(answer, texts))
  }

  return {
    code,
    refusal,
    isAsking,
    /** What the page said before is over. */
    wasAsked,
    ask: (msisdn: string) => void ask(msisdn),
    close: () => setCode(null),
  }
}
