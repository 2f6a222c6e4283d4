import { Problem } from '#shared/problem.ts'

/** The lifetime of a code, of its attempts and of its proof. */
export const CODE_MINUTES = 10
export const LIFE_MS = CODE_MINUTES * 60_000

/** OTP-3: tells a visitor without attempts when another code is available. */
export function attemptsSpent(endsAt: Date, now: Date): Problem {
  return new Problem('code-attempts-spent', 'no attempts left', {
    waitSeconds: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)),
  })
}
