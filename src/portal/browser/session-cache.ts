/** STATE-2: entries of session storage that expire. */
export const DEFAULT_SECONDS = 10
export const TEXT_SECONDS = 3600

type Entry = { data: unknown; expires: number }

/** The cached value, or the result of `fetchFresh`; undefined when there is neither. */
export async function readCached<Data>(
  key: string,
  lifetimeSeconds: number,
  fetchFresh: () => Promise<Data | undefined>,
  storage: Storage | null = sessionStorageOrNull(),
): Promise<Data | undefined> {
  const kept = readEntry(key, storage)
  if (kept) return kept.data as Data
  const data = await fetchFresh()
  if (data !== undefined) keep(key, data, lifetimeSeconds, storage)
  return data
}

export function keep(
  key: string,
  data: unknown,
  lifetimeSeconds = DEFAULT_SECONDS,
  storage: Storage | null = sessionStorageOrNull(),
): void {
  const entry: Entry = { data, expires: Date.now() + lifetimeSeconds * 1000 }
  try {
    dropExpired(storage)
    storage?.setItem(key, JSON.stringify(entry))
  } catch {
    // A full or forbidden storage only means that the value is fetched again.
  }
}

/** Entries that are never read again would otherwise stay until the tab is closed. */
function dropExpired(storage: Storage | null): void {
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, place) => storage?.key(place) ?? '')
  for (const key of keys) readEntry(key, storage)
}

function readEntry(key: string, storage: Storage | null): Entry | null {
  try {
    const entry: unknown = JSON.parse(storage?.getItem(key) ?? 'null')
    if (!isEntry(entry)) return null
    if (entry.expires > Date.now()) return entry
    storage?.removeItem(key)
  } catch {
    // Unreadable data is foreign.
  }
  return null
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && 'data' in value && 'expires' in value && typeof value.expires === 'number'
}

function sessionStorageOrNull(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}
