import { bringIntoView } from '../ui/choices/bring-into-view.ts'

/** On a phone tabs are wider than the screen: the chosen one is not left at the hidden end. */
export function showChosenTabs(): void {
  document.querySelectorAll<HTMLElement>('[data-chosen-tab]').forEach(bringIntoView)
}
