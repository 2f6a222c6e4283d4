import { Spoken } from './spoken.tsx'
import { useCountdown } from './use-countdown.ts'

/** A screen reader hears these and is left in peace in between. */
const ANNOUNCED_SECONDS = new Set([30, 10, 5, 0])

type CountdownProps = {
  /** See `useCountdown`: in the phone's own time. */
  deadlineMs: number
  words: (seconds: number) => React.ReactNode
  onEnd?: () => void
  now?: () => number
}

/** OTP-1: the seconds that remain, changing for the eye every second and announced four times. */
export function Countdown({ deadlineMs, words, onEnd, now }: CountdownProps) {
  const seconds = useCountdown(deadlineMs, { now, onEnd })
  return (
    <>
      {/* The server counted a moment earlier than the phone; the next tick puts it right. */}
      <span role="timer" suppressHydrationWarning>
        {words(seconds)}
      </span>
      <Spoken>
        <span role="status">{ANNOUNCED_SECONDS.has(seconds) && words(seconds)}</span>
      </Spoken>
    </>
  )
}
