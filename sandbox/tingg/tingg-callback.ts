import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { Notice, NoticeAnswer } from '../world/notices.ts'
import type { World } from '../world/world.ts'
import { sparseRequest } from './tingg-sparse.ts'
import { requestData, type Decision, type TinggRequest } from './tingg-requests.ts'

/** Tingg repeats for 24 hours, some 2 880 times; twenty show the same. */
const RETRY = { times: 20, everyMs: 30_000 }
const AFTER_MS = 500

/** To the address that the request named. Nothing is signed, and nothing is sent of a request that is merely open. */
export async function sendCallback(world: World, request: TinggRequest, faults: WebhookEffects): Promise<void> {
  const told = requestData(request, request.code)
  await world.notices.send(
    {
      face: 'tingg',
      method: 'POST',
      url: request.callbackUrl,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(world.dialects.of('tingg') === 'sparse' ? sparseRequest({ ...told }) : told),
      retry: RETRY,
    },
    { afterMs: AFTER_MS, faults },
  )
}

/** The code in the body of an answer, written either way, as text or number. A bare 200 says nothing. */
export function acknowledgementIn({ status, body }: NoticeAnswer): Decision | undefined {
  if (status !== 200) return undefined
  const fields = readJson(body)
  const code = Number(fields['status_code'] ?? fields['statusCode'])
  return code === 180 || code === 183 || code === 188 ? code : undefined
}

/** Which request a callback was about. */
export function merchantTransactionIn(notice: Notice): string {
  const id = readJson(notice.body ?? '')['merchant_transaction_id']
  return typeof id === 'string' ? id : ''
}

function readJson(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
