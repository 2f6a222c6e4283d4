/** NUM-2: a form whose button is off is not sent; scrolling and focus move to the missing field. */
export function leadToMissing(event: React.SubmitEvent<HTMLFormElement>, field: string): void {
  leadTo(event, `[name="${field}"]`)
}

/** Instead of sending the form. */
export function leadTo(event: React.SubmitEvent<HTMLFormElement>, selector: string): void {
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>(selector)?.focus()
}

/** The button that the form is about, or Enter in one of its fields: not one of several that each do something else. */
export function isMainButton({ nativeEvent }: React.SubmitEvent<HTMLFormElement>): boolean {
  return nativeEvent.submitter === null || nativeEvent.submitter.hasAttribute('aria-disabled')
}
