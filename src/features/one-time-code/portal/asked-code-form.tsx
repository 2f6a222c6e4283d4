import type { CodeAsked } from './asked-code.ts'
import { CodeForm, type CodeFormProps } from './code-form.tsx'
import { refusalWords, type CodeTexts } from './code-texts.ts'

type AskedCodeFormProps = { code: CodeAsked; texts: CodeTexts; hidden?: CodeFormProps['hidden'] }

/** For visitors without script; the others see the dialog instead. Islands get it as the server's markup. */
export function AskedCodeForm({ code: { msisdn, reference, attemptsLeft, isConfirmed, refusal }, texts, hidden }: AskedCodeFormProps) {
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
