import type { CodeTexts } from './code-texts.ts'

export type CodeFormProps = {
  texts: CodeTexts
  msisdn: string
  reference: string
  /** The sentence of the last refusal. */
  problem?: string | undefined
  attemptsLeft?: number | undefined
  /** Set when no further try can succeed: the field goes, the way back stays. */
  isOver?: boolean
}

/** Posts `intent` (verify-code, resend-code or change-number), `otp`, `reference` and `msisdn` to the page it stands on. */
export function CodeForm(_props: CodeFormProps): React.ReactNode {
  return null
}
