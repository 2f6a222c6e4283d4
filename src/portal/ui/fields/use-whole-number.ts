import { useState } from 'react'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { useHasScript } from '../frame/use-has-script.ts'
import { leadToMissing } from './lead-to-missing.ts'

type WholeNumber = {
  /** The button is off. */
  isOff: boolean
  /** The form was sent although it was off: the field says what is missing. */
  isAsked: boolean
  /** Stops a form whose button is off, and leads to the number. */
  isHeld(event: React.SubmitEvent<HTMLFormElement>): boolean
}

/** NUM-2: with script, a form that needs a number waits for a whole one, and for one that was not refused. */
export function useWholeNumber(digits: string, isRefused = false): WholeNumber {
  const hasScript = useHasScript()
  const [isAsked, setAsked] = useState(false)
  const isOff = hasScript && (!isMobileNumber(digits) || isRefused)
  function isHeld(event: React.SubmitEvent<HTMLFormElement>): boolean {
    if (isOff) {
      setAsked(true)
      leadToMissing(event, 'msisdn')
    }
    return isOff
  }
  return { isOff, isAsked, isHeld }
}
