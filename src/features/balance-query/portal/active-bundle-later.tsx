import { lazy, Suspense } from 'react'
import type { ActiveBundleDialogProps } from './active-bundle-dialog.tsx'

const ActiveBundleDialog = lazy(async () => {
  const { ActiveBundleDialog: dialog } = await import('./active-bundle-dialog.tsx')
  return { default: (props: ActiveBundleDialogProps) => dialog(props) }
})

/** Fetched when it is opened: in most countries it never is. */
export function ActiveBundleLater(props: ActiveBundleDialogProps) {
  return (
    <Suspense fallback={null}>
      <ActiveBundleDialog {...props} />
    </Suspense>
  )
}
