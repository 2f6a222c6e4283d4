import { lazy, Suspense } from 'react'
import type { CodeDialogProps } from './code-dialog.tsx'

const CodeDialog = lazy(async () => {
  const { CodeDialog: dialog } = await import('./code-dialog.tsx')
  return { default: (props: CodeDialogProps) => dialog(props) }
})

/** The six boxes, fetched when a code is asked for: the page itself stays light. */
export function CodeDialogLater(props: CodeDialogProps) {
  if (!props.isOpen) return null
  return (
    <Suspense fallback={null}>
      <CodeDialog {...props} />
    </Suspense>
  )
}
