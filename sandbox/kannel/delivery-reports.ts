import { randomInt } from 'node:crypto'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { Notice } from '../world/notices.ts'
import type { World } from '../world/world.ts'
import type { SmsOrder } from './sendsms-request.ts'

/** Bits of `dlr-mask`, and the values of `%d`. */
export const REPORT = { delivered: 1, notDelivered: 2, buffered: 4, acceptedBySmsc: 8, refusedBySmsc: 16 } as const

const SMSC_ID = 'sandbox'
const AFTER_SUBMIT_MS = 80
const UNTIL_DELIVERED_MS = 250
/** `http-request-retry = 3`, `http-queue-delay = 2` in the configuration the portal is meant for. */
const RETRY = { times: 3, everyMs: 2_000 }

export type Report = { type: number; answer: string; afterMs: number }

export function deliveredReports(): Report[] {
  return [
    { type: REPORT.acceptedBySmsc, answer: 'ACK/', afterMs: AFTER_SUBMIT_MS },
    { type: REPORT.delivered, answer: 'stat:DELIVRD err:000', afterMs: UNTIL_DELIVERED_MS },
  ]
}

export function refusedReport(answer: string): Report[] {
  return [{ type: REPORT.refusedBySmsc, answer, afterMs: AFTER_SUBMIT_MS }]
}

/** Sends the reports requested by the mask, each after the previous one was received or given up. */
export async function sendReports(world: World, order: SmsOrder, reports: Report[], faults: WebhookEffects = {}): Promise<void> {
  const { reportUrl } = order
  if (reportUrl === undefined) return
  const smscMessageId = randomInt(2 ** 32).toString(16)
  const wanted = reports.filter((report) => (report.type & order.reportMask) !== 0)
  const chain = wanted.reduceRight<Notice['next']>((next, report) => {
    const url = fillIn(reportUrl, { order, report, smscMessageId, sentAt: world.clock.iso() })
    const notice: Notice = { face: 'sms', method: 'GET', url, retry: RETRY }
    return { notice: next ? { ...notice, next } : notice, afterMs: report.afterMs }
  }, undefined)
  if (chain) await world.notices.send(chain.notice, { afterMs: chain.afterMs, faults })
}

type Filling = { order: SmsOrder; report: Report; smscMessageId: string; sentAt: string }

/** Kannel's escape codes (user guide, "Parameters (Escape Codes)"). In a report the phone is the sender, hence %p. */
function fillIn(url: string, { order, report, smscMessageId, sentAt }: Filling): string {
  const values: Record<string, string> = {
    d: String(report.type),
    A: report.answer,
    F: smscMessageId,
    t: sentAt.slice(0, 16).replace('T', ' '),
    i: SMSC_ID,
    p: order.to,
    P: order.from,
    q: order.to,
    Q: order.from,
    '%': '%',
  }
  return url.replace(/%([dAFtipPqQ%])/g, (code, letter: string) => (letter === '%' ? '%' : encodeURIComponent(values[letter] ?? code)))
}
