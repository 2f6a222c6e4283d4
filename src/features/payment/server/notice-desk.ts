import { bulkhead, BulkheadRejectedError } from 'cockatiel'
import { Problem } from '#shared/problem.ts'
import { whileWaitingOutside } from '#outbound/outside-wait.ts'
import type { ConnectorInfo } from '#payment-connectors/payment-connector.ts'
import type { KeptNotice } from '../engine/payment-ports.ts'
import type { ArrivedNotice, NoticeKeeping } from './notice.store.ts'
import type { PacedQuestions } from './paced-questions.ts'
import type { PostgresPaymentStore } from './payment.store.ts'

export const NOTICE_OUTCOMES = [
  'kept',
  'repeated',
  'over-budget',
  'foreign',
  'unauthentic',
  'irrelevant',
  'turned-away',
] as const satisfies readonly (NoticeKeeping['kind'] | 'unauthentic' | 'irrelevant' | 'turned-away')[]
export type NoticeOutcome = (typeof NOTICE_OUTCOMES)[number]
type CountNotice = (connector: ConnectorInfo['id'], outcome: NoticeOutcome) => void

/** Where notices are handed in. */
export type NoticeDesk = {
  /** Keeps a notice and has it worked; whoever brought it does not wait for that. */
  receive(arrived: ArrivedNotice): Promise<void>
  /** Notes one that is none: not authentic, or not for us. */
  note: CountNotice
}

type Parts = {
  store: Pick<PostgresPaymentStore, 'keepNotice'>
  questions: PacedQuestions
  /** Begins to work a notice that has just been kept. */
  take: (kept: KeptNotice) => void
  onNotice: CountNotice
  onError: (error: unknown) => void
}

/** Of ten connections to the database. A notice takes one for a few milliseconds. */
const MARKED_AT_ONCE = 3
const UNMARKED_AT_ONCE = 2
const MOST_WAITING = 400

export function openNoticeDesk({ store, questions, take, onNotice, onError }: Parts): NoticeDesk {
  const lines = { marked: bulkhead(MARKED_AT_ONCE, MOST_WAITING), unmarked: bulkhead(UNMARKED_AT_ONCE, MOST_WAITING) }

  /** Signed ones never wait. All others do, in lines of their own: a flood of them takes neither the database nor the place of a page. */
  function keepInTurn(arrived: ArrivedNotice): Promise<NoticeKeeping> {
    if (arrived.notice.trust === 'signed') return store.keepNotice(arrived)
    const line = arrived.isMarked ? lines.marked : lines.unmarked
    return whileWaitingOutside(() => line.execute(() => store.keepNotice(arrived))).catch((error: unknown) => {
      if (!(error instanceof BulkheadRejectedError)) throw error
      onNotice(arrived.connector, 'turned-away')
      throw new Problem('unavailable', 'too many notices at once')
    })
  }

  return {
    note: onNotice,
    async receive(arrived) {
      const keeping = await keepInTurn(arrived)
      onNotice(arrived.connector, keeping.kind)
      if (keeping.kind === 'kept') take(keeping.kept)
      // One that is not kept still is a reason to ask, at the pace of questions.
      else if (keeping.kind !== 'foreign' && keeping.about)
        questions.ask(keeping.about, arrived.isMarked ? 'marked' : 'unmarked').catch(onError)
    },
  }
}
