import type { PostedForm } from './page.ts'

/** A text field of a posted form; a file or a missing field is an empty text. */
export function formText(form: PostedForm, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
