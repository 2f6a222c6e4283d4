/** What one page leaves for the next. A browser that refuses storage is a browser without it. */
export function readFromSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function keepInSession(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // A mirror only.
  }
}

export function dropFromSession(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
