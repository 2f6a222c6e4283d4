/** Navigates as a pressed link does: without a network the shell delays the navigation. */
export function goTo(address: string, { isReplacing = false } = {}): void {
  const link = document.createElement('a')
  link.href = address
  link.hidden = true
  if (isReplacing) link.dataset.replace = ''
  document.body.append(link)
  link.click()
}
