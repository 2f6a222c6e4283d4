import { lazy, Suspense } from 'react'
import type { CodeAsked } from './asked-code.ts'
import type { CodeFormProps } from './code-form.tsx'
import { refusalWords, type CodeTexts } from './code-texts.ts'

/** Visitors with script see the dialog instead: only the others need this form, and they get it as HTML. */
const CodeForm = lazy(async () => {
  const { CodeForm: form } = await import('./code-form.tsx')
  return { default: (props: CodeFormProps) => form(props) }
})

type AskedCodeFormProps = { code: CodeAsked; texts: CodeTexts; hidden?: CodeFormProps['hidden'] }

export function AskedCodeForm({ code: { msisdn, reference, attemptsLeft, refusal }, texts, hidden }: AskedCodeFormProps) {
  return (
    <Suspense fallback={null}>
      <CodeForm
        texts={texts}
        msisdn={msisdn}
        reference={reference}
        attemptsLeft={attemptsLeft}
        hidden={hidden}
        problem={refusal ? refusalWords(refusal, texts) : undefined}
        isOver={reference === '' || refusal?.failure === 'locked'}
      />
    </Suspense>
  )
}
