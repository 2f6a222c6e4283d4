import { lazy, Suspense, useState } from 'react'
import type { CodePurpose } from '#features/one-time-code/contract.ts'
import type { CodeDialogProps } from '#features/one-time-code/portal/code-dialog.tsx'
import { useHasScript } from '#portal/ui/use-has-script.ts'
import type { LeadCode } from './lead-answer.ts'
import type { PlainCodeProps } from './plain-code.tsx'

/** Either form of the code comes when one is asked for, not with the page. */
const CodeDialog = lazy(async () => {
  const { CodeDialog: dialog } = await import('#features/one-time-code/portal/code-dialog.tsx')
  return { default: (props: CodeDialogProps) => dialog(props) }
})
const PlainCode = lazy(async () => {
  const { PlainCode: plain } = await import('./plain-code.tsx')
  return { default: (props: PlainCodeProps) => plain(props) }
})

type CodeStepProps = {
  code: LeadCode | null
  purpose: CodePurpose
  /** What the plain form sends along. */
  hidden?: Readonly<Record<string, string>>
  onVerified: (uniqueCode: string) => void
}

/** LEAD-2, LEAD-7: the code as a dialog with six boxes, or as a plain form where there is no script. */
export function CodeStep({ code, purpose, hidden, onVerified }: CodeStepProps) {
  const hasScript = useHasScript()
  /** Each answer of the server opens the dialog anew; the one that was closed stays closed. */
  const [closed, setClosed] = useState<LeadCode | null>(null)
  if (!code || code === closed) return null
  const close = () => setClosed(code)
  return (
    <Suspense fallback={null}>
      {hasScript ? (
        <CodeDialog
          isOpen
          msisdn={code.msisdn}
          purpose={purpose}
          texts={code.texts}
          onVerified={onVerified}
          onClose={close}
          onChangeNumber={close}
        />
      ) : (
        <PlainCode code={code} hidden={hidden} />
      )}
    </Suspense>
  )
}
