import { ERASED_COOKIE } from '#shared/erased-cookie.ts'

/** ERASE-1: leaves a tab that was open, or in the back/forward cache, while everything was erased in another tab. */
export function leaveErased(): void {
  const before = erasedAt()
  function look(): void {
    const now = erasedAt()
    if (!now || now === before) return
    // Runs after the listeners that save typed values when a page is left.
    addEventListener('pagehide', forgetTab)
    // A reload would restore the values of the fields.
    location.replace(location.pathname + location.search)
  }
  for (const name of ['pageshow', 'focus', 'visibilitychange']) addEventListener(name, look)
}

function erasedAt(): string | undefined {
  return new RegExp(`(?:^|; )${ERASED_COOKIE}=(\\d+)`).exec(document.cookie)?.[1]
}

function forgetTab(): void {
  try {
    sessionStorage.clear()
  } catch {
    // A browser that refuses storage has nothing to erase.
  }
}
