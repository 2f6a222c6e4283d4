/** Tells screen readers, in the region that the frame has for it. */
export function announce(words: string): void {
  const region = document.querySelector('[data-announce]')
  if (region) region.textContent = words
}
