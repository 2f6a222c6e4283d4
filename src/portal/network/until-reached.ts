/** Whether the server was unreachable before; null without a shell. */
export type Reach = { wasAway: boolean } | null

export const REACH_EVENT = 'guichet:reach'
export type ReachEvent = CustomEvent<(wasAway: boolean) => void>

/** GEN-8: resolves when the server can be reached. The shell probes it and tells the visitor meanwhile. */
export function untilReached(): Promise<Reach> {
  return new Promise((resolve) => {
    const detail = (wasAway: boolean) => resolve({ wasAway })
    const isUnheard = dispatchEvent(new CustomEvent(REACH_EVENT, { cancelable: true, detail }))
    if (isUnheard) resolve(null)
  })
}

/** A dynamic import; its stylesheet comes with it. */
export function untilLoaded<Part>(load: () => Promise<Part>, isGivenUp?: () => boolean): Promise<Part> {
  let tries = 0
  return untilDone(() => {
    if (tries++ > 0) fetchStylesAgain()
    return load()
  }, isGivenUp)
}

/** Browsers do not retry a stylesheet: one that failed to load would be missing for good. */
function fetchStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) if (!link.sheet) link.replaceWith(link.cloneNode())
}

const MAX_TRIES = 4
const PAUSE_MS = 300

/**
 * Retries idempotent work that a lost network ended, as soon as the network is back. Work that fails although the server is reachable is
 * tried a few times and then given up.
 */
export async function untilDone<Value>(work: () => Promise<Value>, isGivenUp: () => boolean = () => false): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === MAX_TRIES || isGivenUp() || !(await untilReached())) throw error
      await new Promise((resolve) => setTimeout(resolve, tries * PAUSE_MS))
    }
  }
}
