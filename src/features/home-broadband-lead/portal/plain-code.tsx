import { typableCode, type RequestedCode } from '#features/one-time-code/portal/requested-code.ts'
import { RequestedCodeForm } from '#features/one-time-code/portal/requested-code-form.tsx'
import type { CodeTexts } from '#features/one-time-code/portal/code-texts.ts'
import { Dialog } from '#portal/ui/messages/dialog.tsx'

type PlainCodeProps = { code: RequestedCode | undefined; texts: CodeTexts; hidden?: Readonly<Record<string, string>> }

/** LEAD-2, LEAD-7: the code form after a post. Its own buttons continue or go back, so it needs no close button. */
export function PlainCode({ code: asked, texts, hidden }: PlainCodeProps) {
  const code = typableCode(asked)
  if (!code) return null
  return (
    <Dialog isOpen title={texts.title} onClose={() => undefined}>
      <RequestedCodeForm code={code} texts={texts} hidden={hidden} />
    </Dialog>
  )
}
