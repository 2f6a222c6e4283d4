import { Suspense, use } from 'react'
import { useLanguage } from '#portal/page/frame-context.ts'
import { partWithTexts } from '#portal/texts/fetch-texts.ts'
import type { CodeDialogProps } from './code-dialog.tsx'
import type * as dialogPart from './code-dialog.tsx'
import type { CodeTexts } from './code-texts.ts'

export const fetchCodeDialog = partWithTexts<typeof dialogPart, CodeTexts>(() => import('./code-dialog.tsx'), 'otp-translation')

type LaterProps = Omit<CodeDialogProps, 'code' | 'texts'> & { code: CodeDialogProps['code'] | null }

/** Loads the dialog when a code is requested, which keeps the page light. */
export function CodeDialogLater({ code, ...rest }: LaterProps) {
  if (!code) return null
  return (
    <Suspense fallback={null}>
      <FetchedDialog code={code} {...rest} />
    </Suspense>
  )
}

function FetchedDialog(props: Omit<CodeDialogProps, 'texts'>) {
  const [{ CodeDialog }, texts] = use(fetchCodeDialog(useLanguage()))
  return <CodeDialog texts={texts} {...props} />
}
