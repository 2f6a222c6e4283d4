import { lazy, Suspense } from 'react'
import { untilLoaded } from '#portal/network/until-reached.ts'
import type { CodeDialogProps } from './code-dialog.tsx'

export const fetchCodeDialog = () => untilLoaded(() => import('./code-dialog.tsx'))

const CodeDialog = lazy(async () => {
  const { CodeDialog: dialog } = await fetchCodeDialog()
  return { default: (props: CodeDialogProps) => dialog(props) }
})

/** The six boxes, fetched when a code is asked for: the page itself stays light. */
export function CodeDialogLater({ code, ...rest }: Omit<CodeDialogProps, 'code'> & { code: CodeDialogProps['code'] | null }) {
  if (!code) return null
  return (
    <Suspense fallback={null}>
      <CodeDialog code={code} {...rest} />
    </Suspense>
  )
}
