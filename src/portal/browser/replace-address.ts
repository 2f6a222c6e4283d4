/** Another address for the page as it now is. The way back after a change of language leads there too. */
export function replaceAddress(address: string): void {
  history.replaceState(history.state, '', address)
  const wayBack = document.querySelector<HTMLInputElement>('form[data-language] input[name=to]')
  if (wayBack) wayBack.value = address
}

/** GEN-9: changes a part of the query and leaves the rest, so that refreshing finds the page as it stands. Null takes a part away. */
export function replaceInQuery(change: Readonly<Record<string, string | null>>): void {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(change)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  const search = query.toString()
  replaceAddress(search === '' ? location.pathname : `${location.pathname}?${search}`)
}
