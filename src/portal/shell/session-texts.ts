/** Session storage shared by pages of a tab. A browser that refuses storage works without it. */
export function readFromSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null removes the value. */
export function keepInSession(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // A mirror only.
  }
}
