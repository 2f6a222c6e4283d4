/** STATE-1: the specification's keys of session storage. Values are texts; each user parses what it wrote. */
export type SessionKey =
  | 'selectedLanguage'
  | 'queryData'
  | 'widgetInfo'
  | 'devices_detail'
  | '_c_o_n_f_i_g'
  | 'isTenereWorks'
  | 'id'
  /** Ours: the words of the ticket of what was chosen and not yet paid, for pages that know nothing else. */
  | 'keptTicket'

/** A browser that refuses storage is a browser without it: the server keeps the draft anyway. */
export function readSession(key: SessionKey): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeSession(key: SessionKey, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Nothing to do: storage is a mirror, never the only copy.
  }
}
