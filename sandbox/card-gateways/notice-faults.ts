import type { FastifyRequest } from 'fastify'
import { faultsOf } from '../faces/fault-hooks.ts'
import type { NoticeEffects } from '../faces/fault-rules.ts'

/** What a fault asks of the notices of this request, to be kept with a payment whose notices come later. */
export function noticeFaultsOf(request: FastifyRequest): NoticeEffects {
  const { noticeFirst, duplicateNotices, noNotice, lateMs } = faultsOf(request)
  return {
    ...(noticeFirst === undefined ? {} : { noticeFirst }),
    ...(duplicateNotices === undefined ? {} : { duplicateNotices }),
    ...(noNotice === undefined ? {} : { noNotice }),
    ...(lateMs === undefined ? {} : { lateMs }),
  }
}
