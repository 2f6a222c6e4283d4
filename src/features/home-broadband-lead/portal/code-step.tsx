import { lazy, Suspense, useState } from 'react'
import type { CodePurpose } from '#features/one-time-code/contract.ts'
import type { CodeDialogProps } from '#features/one-time-code/portal/code-dialog.tsx'
import { CodeForm } from '#features/one-time-code/portal/code-form.tsx'
import { refusalWords, type CodeTexts } from '#features/one-time-code/portal/code-texts.ts'
import { Dialog } from '#portal/ui/dialog.tsx'
import { useHasScript } from '#portal/ui/use-has-script.ts'
import type { CodeAsked } from './lead-code.ts'

/** The six boxes come when a code is asked for. */
const CodeDialog = lazy(async () => {
  const { CodeDialog: dialog } = await import('#features/one-time-code/portal/code-dialog.tsx')
  return { default: (props: CodeDialogProps) => dialog(props) }
})

type CodeStepProps = {
  code: CodeAsked | null
  purpose: CodePurpose
  texts: CodeTexts
  /** What the plain form sends along. */
  hidden?: Readonly<Record<string, string>>
  onVerified: (uniqueCode: string) => void
}

/** LEAD-2, LEAD-7: the code as a dialog with six boxes, or as a plain form where there is no script. */
export function CodeStep({ code, purpose, texts, hidden, onVerified }: CodeStepProps) {
  const hasScript = useHasScript()
  /** Each answer of the server opens the dialog anew; the one that was closed stays closed. */
  const [closed, setClosed] = useState<CodeAsked | null>(null)
  if (!code || code === closed) return null
  const close = () => setClosed(code)
  if (hasScript)
    return (
      <Suspense fallback={null}>
        <CodeDialog
          isOpen
          msisdn={code.msisdn}
          purpose={purpose}
          texts={texts}
          onVerified={onVerified}
          onClose={close}
          onChangeNumber={close}
        />
      </Suspense>
    )
  return (
    <Dialog isOpen title={texts.title} onClose={close}>
      <CodeForm
        texts={texts}
        msisdn={code.msisdn}
        reference={code.reference}
        attemptsLeft={code.attemptsLeft}
        problem={code.refusal ? refusalWords(code.refusal, texts) : undefined}
        hidden={hidden}
        isOver={code.reference === '' || code.refusal?.failure === 'locked'}
      />
    </Dialog>
  )
}
