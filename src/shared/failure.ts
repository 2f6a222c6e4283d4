import type { Puzzle } from './puzzle.ts'

/** The response of every call that failed. */
export type Failure = {
  status: 'failure'
  statusCode: number | string
  code: string
  message: string
  requestId: string
  /** Remaining PIN attempts at the wallet. */
  attemptsLeft?: number
  /** When to try again. */
  waitSeconds?: number
  /** With `puzzle-needed`: what to solve before the call is repeated. */
  puzzle?: Puzzle
}

export function isFailure(answer: object): answer is Failure {
  return 'status' in answer && answer.status === 'failure'
}
