import { CodeForm } from '#features/one-time-code/portal/code-form.tsx'
import { refusalWords } from '#features/one-time-code/portal/code-texts.ts'
import { Dialog } from '#portal/ui/dialog.tsx'
import type { LeadCode } from './lead-answer.ts'

export type PlainCodeProps = { code: LeadCode; hidden: Readonly<Record<string, string>> | undefined }

/** The code as a plain form. Its own buttons lead on or back, so it has no other way to close. */
export function PlainCode({ code: { msisdn, reference, attemptsLeft, refusal, texts }, hidden }: PlainCodeProps) {
  return (
    <Dialog isOpen title={texts.title} onClose={() => undefined}>
      <CodeForm
        texts={texts}
        msisdn={msisdn}
        reference={reference}
        attemptsLeft={attemptsLeft}
        problem={refusal ? refusalWords(refusal, texts) : undefined}
        hidden={hidden}
        isOver={reference === '' || refusal?.failure === 'locked'}
      />
    </Dialog>
  )
}
