import { Spoken } from './spoken.tsx'
import { useCountdown } from './use-countdown.ts'

/** Screen readers announce only these. */
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
      {/* The server rendered a moment earlier than the phone; the next tick corrects it. */}
      <span role="timer" suppressHydrationWarning>
        {words(seconds)}
      </span>
      <Spoken>
        <span role="status">{ANNOUNCED_SECONDS.has(seconds) && words(seconds)}</span>
      </Spoken>
    </>
  )
}
