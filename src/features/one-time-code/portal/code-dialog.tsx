import type { CodePurpose } from '../contract.ts'
import type { CodeTexts } from './code-texts.ts'

export type CodeDialogProps = {
  isOpen: boolean
  msisdn: string
  purpose: CodePurpose
  texts: CodeTexts
  /** The bill's calls take the reference (their `otpId`), all others the unique code. */
  onVerified: (uniqueCode: string, reference: string) => void
  onClose: () => void
  /** Without it there is no link to change the number. */
  onChangeNumber?: (() => void) | undefined
}

export function CodeDialog(_props: CodeDialogProps): React.ReactNode {
  return null
}
