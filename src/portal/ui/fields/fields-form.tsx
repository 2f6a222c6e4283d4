import { type ComponentProps, use } from 'react'
import { FrameContext } from '#portal/page/frame-context.ts'

/**
 * A form with fields or encrypted values: its page gets the script for fields. Not for a search, whose text is restored from the URL, nor
 * for a form of buttons.
 */
export function FieldsForm(props: ComponentProps<'form'>) {
  use(FrameContext)?.onFields?.()
  return <form method="post" {...props} />
}
