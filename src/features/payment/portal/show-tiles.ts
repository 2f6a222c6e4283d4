/** A receipt is shared where the browser can. */
export function showTiles(element: HTMLElement): void {
  const share = element.querySelector<HTMLElement>('[data-receipt=share]')
  if (share && 'share' in navigator) share.hidden = false
}
