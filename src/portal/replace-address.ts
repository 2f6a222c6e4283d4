/** Another address for the page as it now is. The way back after a change of language leads there too. */
export function replaceAddress(address: string): void {
  history.replaceState(history.state, '', address)
  const wayBack = document.querySelector<HTMLInputElement>('form[data-language] input[name=to]')
  if (wayBack) wayBack.value = address
}
