import type { FastifyRequest } from 'fastify'
import { faultsOf } from '../simulators/fault-hooks.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'

/** The fault settings for webhooks of this request, stored with a payment whose webhooks are sent later. */
export function noticeFaultsOf(request: FastifyRequest): WebhookEffects {
  const { noticeFirst, duplicateNotices, noNotice, lateMs } = faultsOf(request)
  return {
    ...(noticeFirst === undefined ? {} : { noticeFirst }),
    ...(duplicateNotices === undefined ? {} : { duplicateNotices }),
    ...(noNotice === undefined ? {} : { noNotice }),
    ...(lateMs === undefined ? {} : { lateMs }),
  }
}
