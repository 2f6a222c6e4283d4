/** STATE-1: what the server keeps for this visit, repeated in session storage under the specification's keys. */
export function mirrorSession(): void {
  for (const { textContent } of document.querySelectorAll('[data-session]')) {
    try {
      const values = JSON.parse(textContent ?? '{}') as Record<string, unknown>
      for (const [key, value] of Object.entries(values)) {
        if (value === null) sessionStorage.removeItem(key)
        else sessionStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
      }
    } catch {
      // A browser that refuses storage is a browser without it.
    }
  }
}
