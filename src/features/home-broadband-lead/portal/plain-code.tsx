import { AskedCodeForm } from '#features/one-time-code/portal/asked-code-form.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import type { LeadCode } from './lead-answer.ts'

export type PlainCodeProps = { code: LeadCode; hidden: Readonly<Record<string, string>> | undefined }

/** The code as a plain form. Its own buttons lead on or back, so it has no other way to close. */
export function PlainCode({ code, hidden }: PlainCodeProps) {
  return (
    <Dialog isOpen title={code.texts.title} onClose={() => undefined}>
      <AskedCodeForm code={code} texts={code.texts} hidden={hidden} />
    </Dialog>
  )
}
