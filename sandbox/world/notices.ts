import type { SimulatorName } from '../simulators/simulator-names.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Scheduler } from './scheduler.ts'

/** A call from the pretend world to the portal: a delivery report, a webhook, a callback. */
export type Notice = {
  face: SimulatorName
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers?: Record<string, string>
  body?: string
  /** How often it is tried again when the receiver fails: evenly, or with a wait of its own before each further try. */
  retry: { times: number; everyMs: number } | { waitsMs: readonly number[] }
  /** How long the provider waits for our answer. */
  timeoutMs?: number
  /** Sent once this one was received or given up. */
  next?: { notice: Notice; afterMs: number }
}

export type NoticeAnswer = { status: number; body: string }
export type Delivery = { at: string; face: SimulatorName; method: string; url: string; outcome: string }

export type Notices = {
  /**
   * Stored and sent in the background, as the faults of the request demand: not at all, late, several times, or before the
   * answer (then this resolves only when the receiver has had it).
   */
  send(notice: Notice, options?: { afterMs?: number; faults?: WebhookEffects }): Promise<void>
  /** Which responses count as received; by default any 2xx. A response body with a meaning is read here. */
  acceptedBy(face: SimulatorName, isAccepted: (answer: NoticeAnswer, notice: Notice) => boolean): void
  /** The latest deliveries, newest first, for people. */
  recent(): Delivery[]
  stop(): void
}

const ANSWER_TIMEOUT_MS = 10_000
const REMEMBERED = 200
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

export function createNotices({ clock, scheduler, changes }: { clock: Clock; scheduler: Scheduler; changes: Changes }): Notices {
  const judges = new Map<SimulatorName, (answer: NoticeAnswer, notice: Notice) => boolean>()
  const deliveries: Delivery[] = []
  const stopping = new AbortController()

  async function deliver(notice: Notice): Promise<boolean> {
    const answer = await call(notice, stopping.signal)
    const isReceived = typeof answer !== 'string' && (judges.get(notice.face) ?? isSuccess)(answer, notice)
    const outcome = typeof answer === 'string' ? answer : `${answer.status}`
    deliveries.unshift({ at: clock.iso(), face: notice.face, method: notice.method, url: notice.url, outcome })
    deliveries.length = Math.min(deliveries.length, REMEMBERED)
    changes.announce()
    return isReceived || answer === 'refused: not a loopback address'
  }

  scheduler.handle<Notice>('notice', async (notice, { tries }) => {
    const isReceived = await deliver(notice)
    const againAfterMs = isReceived ? undefined : waitBeforeTry(notice.retry, tries)
    if (againAfterMs !== undefined) return { againAfterMs }
    if (notice.next) scheduler.schedule({ kind: 'notice', data: notice.next.notice, afterMs: notice.next.afterMs })
    return 'done'
  })

  return {
    async send(notice, { afterMs = 0, faults = {} } = {}) {
      if (faults.noNotice) return
      const delayMs = faults.noticeFirst ? 0 : afterMs + (faults.lateMs ?? 0)
      const first = scheduler.schedule({ kind: 'notice', data: notice, afterMs: delayMs })
      for (let copy = 0; copy < (faults.duplicateNotices ?? 0); copy += 1) {
        scheduler.schedule({ kind: 'notice', data: notice, afterMs: delayMs })
      }
      if (faults.noticeFirst) await scheduler.runNow(first)
    },
    acceptedBy: (face, isAccepted) => void judges.set(face, isAccepted),
    recent: () => [...deliveries],
    stop: () => stopping.abort(),
  }
}

function waitBeforeTry(retry: Notice['retry'], tries: number): number | undefined {
  if ('waitsMs' in retry) return retry.waitsMs[tries]
  return tries < retry.times ? retry.everyMs : undefined
}

function isSuccess({ status }: NoticeAnswer): boolean {
  return status >= 200 && status < 300
}

/** Returns the response, or why there is none. The simulated world never calls real systems. */
async function call(notice: Notice, stopping: AbortSignal): Promise<NoticeAnswer | string> {
  if (!URL.canParse(notice.url) || !LOOPBACK.test(new URL(notice.url).hostname)) return 'refused: not a loopback address'
  try {
    const response = await fetch(notice.url, {
      method: notice.method,
      ...(notice.headers ? { headers: notice.headers } : {}),
      ...(notice.body === undefined ? {} : { body: notice.body }),
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(notice.timeoutMs ?? ANSWER_TIMEOUT_MS)]),
    })
    return { status: response.status, body: await response.text() }
  } catch (error) {
    return `no answer: ${error instanceof Error ? error.message : String(error)}`
  }
}
