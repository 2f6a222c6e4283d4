import { useState } from 'react'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { useHasScript } from '../frame/use-has-script.ts'
import { leadToMissing } from './lead-to-missing.ts'

type WholeNumber = {
  /** The button is off. */
  isOff: boolean
  /** The form was sent although it was off: the field says what is missing. */
  isAsked: boolean
  /** Stops a submit while the button is off, and moves focus to the number. */
  isHeld(event: React.SubmitEvent<HTMLFormElement>): boolean
}

/** NUM-2: with script, a form that needs a number cannot be sent until the number is complete and not refused. */
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
