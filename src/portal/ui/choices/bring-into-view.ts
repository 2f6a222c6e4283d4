/** Scrolls the list around a tab sideways, never the page, until the tab stands in its middle. */
export function bringIntoView(tab: HTMLElement): void {
  const list = tab.parentElement
  if (list) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
}
