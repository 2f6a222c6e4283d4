/** A click that means "here and now"; with a modifier key the visitor wants a new tab, which is the browser's work. */
export function isPlainClick(event: React.MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
