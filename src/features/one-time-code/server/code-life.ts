import { Problem } from '#shared/problem.ts'

/** How long a code, the attempts at it and what it opened live. */
export const CODE_MINUTES = 10
export const LIFE_MS = CODE_MINUTES * 60_000

/** OTP-3: whoever has no attempt left hears when there is another code. */
export function attemptsSpent(endsAt: Date, now: Date): Problem {
  return new Problem('code-attempts-spent', 'no attempts left', {
    waitSeconds: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)),
  })
}
