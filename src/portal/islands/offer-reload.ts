/** ROUTE-8: the page works without the missing part; a strip offers to reload it. Without a network another strip says so. */
export function offerReload(): void {
  const strip = document.querySelector<HTMLElement>('[data-part-missing]')
  if (strip && navigator.onLine) strip.hidden = false
}
