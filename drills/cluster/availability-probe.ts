import { setTimeout as pause } from 'node:timers/promises'
import { airtimeFor } from '../payments.ts'
import { aVisitor, type Reply } from '../visitor.ts'

/** Pages opened without paying; the last is the state of an unknown payment. */
const PAGES = ['/', '/gethelp', '/prepaid-recharge', '/data-bundle', '/store-locator', '/table'] as const
const STATUS = '/transaction/v1/status?tid=AAAAAAAAAAAAAAAAAAAAAA'
const PROBE_EVERY_MS = 250
const TRY_EVERY_MS = 250

export type ProbeResult = {
  pages: Tally
  status: Tally
}
type Tally = { served: number; refusedWithText: number; failures: Record<string, number>; longestMs: number }

/** Requests pages and a payment's state until `end`. */
export function probeAvailability(portalUrl: string): { end(): Promise<ProbeResult> } {
  const ending = new AbortController()
  const looks: ProbeResult = { pages: newTally(), status: newTally() }
  let turn = 0
  const under: Promise<void>[] = []

  async function look(): Promise<void> {
    const path = PAGES[turn % PAGES.length] ?? '/'
    turn += 1
    await Promise.all([
      note(looks.pages, path, async () => {
        const answer = await fetch(`${portalUrl}${path}`, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(20_000) })
        return { status: answer.status, words: hasSentence(await answer.text()) }
      }),
      note(looks.status, STATUS, async () => {
        const { status, body } = await aVisitor({ portalUrl }).call('GET', STATUS)
        return { status: status === 404 ? 200 : status, words: hasWords(body) }
      }),
    ])
  }

  const looking = (async () => {
    while (!ending.signal.aborted) {
      under.push(look())
      await pause(PROBE_EVERY_MS, undefined, { signal: ending.signal }).catch(() => {})
    }
  })()
  return {
    async end() {
      ending.abort()
      await looking
      await Promise.all(under)
      return looks
    },
  }
}

function newTally(): Tally {
  return { served: 0, refusedWithText: 0, failures: {}, longestMs: 0 }
}

async function note(tally: Tally, what: string, ask: () => Promise<{ status: number; words: boolean }>): Promise<void> {
  const began = performance.now()
  try {
    const { status, words } = await ask()
    if (status === 200) tally.served += 1
    else if (status === 503 && words) tally.refusedWithText += 1
    else countFailure(tally, `${status}${words ? '' : ' without a text'} to ${what}`)
  } catch (error) {
    countFailure(tally, `nothing to ${what} (${String(error)})`)
  }
  tally.longestMs = Math.max(tally.longestMs, performance.now() - began)
}

function countFailure({ failures }: Tally, what: string): void {
  failures[what] = (failures[what] ?? 0) + 1
}

function hasSentence(html: string): boolean {
  return /<h1[^>]*>[^<]+/.test(html)
}

function hasWords(body: unknown): boolean {
  return typeof (body as { message?: unknown } | null)?.message === 'string'
}

export function describeProbe({ pages, status }: ProbeResult): string {
  const words = ({ served, refusedWithText, longestMs }: Tally) =>
    `${served} served, ${refusedWithText} refused with a text, longest ${(longestMs / 1000).toFixed(1)} s`
  return `pages ${words(pages)}; status ${words(status)}`
}

/** Seconds until a purchase is stored, with continuous retries independent of earlier responses. */
export async function secondsToNextPurchase(portalUrl: string, withinSeconds = 60): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const tick = setInterval(() => {
      if (performance.now() - began > withinSeconds * 1000) {
        clearInterval(tick)
        reject(new Error(`no purchase was taken within ${withinSeconds} s`))
        return
      }
      void tryPurchase(portalUrl).then((reply) => {
        if (reply?.status !== 200) return
        clearInterval(tick)
        resolve((performance.now() - began) / 1000)
      })
    }, TRY_EVERY_MS)
  })
}

/** Null without a response. */
export function tryPurchase(portalUrl: string): Promise<Reply | null> {
  const msisdn = String(91_000_000 + Math.floor(Math.random() * 7_000_000))
  return aVisitor({ portalUrl })
    .call('POST', '/transaction/v1/purchase', airtimeFor(msisdn))
    .catch(() => null)
}
