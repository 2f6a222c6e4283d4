/** NUM-2: a form whose button is off is not sent; the eyes and the keyboard go to what is missing. */
export function leadToMissing(event: React.SubmitEvent<HTMLFormElement>, field: string): void {
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
}

/** The button that the form is about, or Enter in one of its fields: not one of several that each do something else. */
export function isMainButton({ nativeEvent }: React.SubmitEvent<HTMLFormElement>): boolean {
  return nativeEvent.submitter === null || nativeEvent.submitter.hasAttribute('aria-disabled')
}
