import type { RequestedCode } from './requested-code.ts'
import { CodeForm, type CodeFormProps } from './code-form.tsx'
import { refusalWords, type CodeTexts } from './code-texts.ts'

type RequestedCodeFormProps = { code: RequestedCode; texts: CodeTexts; hidden?: CodeFormProps['hidden'] }

/** Shown without script; with script the dialog replaces it. Islands receive it as markup from the server. */
export function RequestedCodeForm({
  code: { msisdn, reference, attemptsLeft, isConfirmed, refusal },
  texts,
  hidden,
}: RequestedCodeFormProps) {
  return (
    <CodeForm
      texts={texts}
      msisdn={msisdn}
      reference={reference}
      attemptsLeft={attemptsLeft}
      isConfirmed={isConfirmed}
      hidden={hidden}
      problem={refusal ? refusalWords(refusal, texts) : undefined}
      isOver={refusal?.failure === 'locked'}
    />
  )
}
