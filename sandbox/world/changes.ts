/** Notifies open pages of a change to a number or to the world. Carries no data: a page reloads. */
export type Changes = {
  announce(msisdn?: string): void
  /** Without a number: every change. */
  listen(msisdn: string | undefined, listener: () => void): () => void
}

export function createChanges(): Changes {
  const listeners = new Map<() => void, string | undefined>()
  return {
    announce(msisdn) {
      for (const [listener, wanted] of listeners) {
        if (wanted === undefined || msisdn === undefined || wanted === msisdn) listener()
      }
    },
    listen(msisdn, listener) {
      const mine = () => listener()
      listeners.set(mine, msisdn)
      return () => void listeners.delete(mine)
    },
  }
}
