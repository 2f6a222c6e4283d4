/** ROUTE-8: the page works as it came, and whoever wants the rest of it may load it again. Without a network another strip says so. */
export function offerReload(): void {
  const strip = document.querySelector<HTMLElement>('[data-part-missing]')
  if (strip && navigator.onLine) strip.hidden = false
}
