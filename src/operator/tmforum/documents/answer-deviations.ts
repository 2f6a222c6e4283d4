import type { Witnessed } from '../tmforum-transport.ts'
import { deviations } from './deviations.ts'
import { EVERY_MESSAGE } from './every-message.ts'
import { type Message, RefusalBody } from './message.ts'

/** How an answer differs from its document, each line naming the call; calls that are in no document are not judged. */
export function answerDeviations({ system, method, path, status, body }: Witnessed): string[] {
  const message = EVERY_MESSAGE.find((one) => one.system === system && one.method === method && patternOf(one).test(path))
  if (!message) return []
  return differences(message, status, body).map((difference) => `${message.system} ${method} ${message.path}: ${difference}`)
}

const patternOf = ({ path }: Message) => new RegExp(`^${path.replace('{id}', '[^/]+')}$`)

function differences({ answer, errors }: Message, status: number, body: unknown): string[] {
  if (status >= 400) {
    const unknown = errors.includes(status) ? [] : [`answered ${status}, which the document does not know`]
    // A refusal without a body is understood; one with another body than the document's is worth a word.
    return [...unknown, ...(body === undefined ? [] : deviations(RefusalBody, body))]
  }
  if (answer.holds === null || status === 204) return []
  const isLegalStatus = status === answer.status || (answer.isList && status === 206)
  const other = isLegalStatus ? [] : [`answered ${status} instead of ${answer.status}`]
  if (!answer.isList) return [...other, ...deviations(answer.holds, body)]
  if (!Array.isArray(body)) return [...other, 'is no list']
  // Which of many does not matter: what they have in common is told once.
  const { holds } = answer
  return [...other, ...body.flatMap((record: unknown) => deviations(holds, record))]
}
