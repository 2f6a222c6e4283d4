import { keepInSession } from '#portal/shell/session-texts.ts'

/** STATE-1: mirrors the visit's server data in session storage under the specification's keys. */
export function mirrorSession(): void {
  for (const { textContent } of document.querySelectorAll('[data-session]')) {
    for (const [key, value] of Object.entries(JSON.parse(textContent) as Record<string, unknown>))
      keepInSession(key, value === null || typeof value === 'string' ? value : JSON.stringify(value))
  }
}
