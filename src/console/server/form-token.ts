import { timingSafeEqual } from 'node:crypto'
import type { ConsoleSession } from './sessions.ts'

/** Whether a form was rendered for this session: another origin cannot know its token, and no other session has it. */
export function isFormOf({ formToken }: Pick<ConsoleSession, 'formToken'>, token: string): boolean {
  const [expected, given] = [Buffer.from(formToken), Buffer.from(token)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
