import { useCallback, useRef, useState } from 'react'
import type { Failure } from '#shared/failure.ts'
import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { NOTHING_CHECKED, type CheckedLine } from './checked-line.ts'

/** The server's answer about a line; a failure, or undefined without a response. */
export type AskAboutLine = (msisdn: MobileNumber, signal: AbortSignal) => Promise<Omit<CheckedLine, 'msisdn'> | Failure | undefined>

/** Checks numbers while the visitor types. A newer check aborts the older one, so a late response never replaces a newer result. */
export function useNumberCheck(first: CheckedLine, ask: AskAboutLine) {
  const [digits, setDigits] = useState(first.msisdn)
  const [answered, setAnswered] = useState(first)
  const [isChecking, setChecking] = useState(false)
  const asking = useRef<AbortController | null>(null)

  const look = useCallback(
    async (msisdn: string) => {
      if (!isMobileNumber(msisdn)) return
      asking.current?.abort()
      const asked = new AbortController()
      asking.current = asked
      setChecking(true)
      const answer = await ask(msisdn, asked.signal)
      if (asking.current !== asked) return
      setChecking(false)
      setAnswered({ ...(answer && 'verdict' in answer ? answer : unchecked(answer)), msisdn })
    },
    [ask],
  )
  const check = useCallback((msisdn: string) => void look(msisdn), [look])
  return { known: answered.msisdn === digits && digits !== '' ? answered : null, digits, isChecking, setDigits, check }
}

function unchecked(failure: Failure | undefined): Omit<CheckedLine, 'msisdn'> {
  return { ...NOTHING_CHECKED, verdict: { kind: 'unchecked', isBusy: failure?.statusCode === 429 || failure?.statusCode === 4292 } }
}
