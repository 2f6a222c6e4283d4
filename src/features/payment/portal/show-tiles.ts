import { showCopy } from '#features/device-storage/portal/show-copy.ts'

/** Shows what this browser can do with a receipt. */
export function showTiles(element: HTMLElement): void {
  showCopy(element)
  const share = element.querySelector<HTMLElement>('[data-receipt=share]')
  if (share && 'share' in navigator) share.hidden = false
}
