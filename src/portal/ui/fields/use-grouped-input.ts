import { useEffect, useEffectEvent, useRef } from 'react'
import { regroup, type Grouping } from './group-digits.ts'

/** Groups digits while they are typed and keeps the caret after the digit it stood at. */
export function useGroupedInput(grouping: Grouping & { onDigits: (digits: string) => void }) {
  const ref = useRef<HTMLInputElement>(null)
  const take = (input: HTMLInputElement, inputType?: string) => grouping.onDigits(regroup(input, grouping, inputType))

  const takeEarlyTyping = useEffectEvent(() => {
    if (ref.current && ref.current.value !== ref.current.defaultValue) take(ref.current)
  })
  // On a slow link people type before the script is there.
  useEffect(() => takeEarlyTyping(), [])

  function onInput(event: React.InputEvent<HTMLInputElement>) {
    take(event.currentTarget, event.nativeEvent.inputType)
  }
  /** Puts digits into the box as if they had been typed. */
  function fill(digits: string) {
    if (!ref.current) return
    ref.current.value = digits
    take(ref.current)
  }
  return { input: { ref, onInput }, fill }
}
