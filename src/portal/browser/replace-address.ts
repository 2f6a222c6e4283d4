/** Changes the URL of the current page without loading it. The form of the language switch returns to the new URL too. */
export function replaceAddress(address: string): void {
  history.replaceState(history.state, '', address)
  const wayBack = document.querySelector<HTMLInputElement>('form[data-language] input[name=to]')
  if (wayBack) wayBack.value = address
}

/** GEN-9: changes one query parameter and leaves the rest, so that a refresh restores the page. Null removes the parameter. */
export function replaceInQuery(change: Readonly<Record<string, string | null>>): void {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(change)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  const search = query.toString()
  replaceAddress(search === '' ? location.pathname : `${location.pathname}?${search}`)
}
