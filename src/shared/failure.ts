import type { Puzzle } from './puzzle.ts'

/** How every call says that it did not do what was asked. */
export type Failure = {
  status: 'failure'
  statusCode: number | string
  code: string
  message: string
  requestId: string
  /** How many more PINs the wallet takes. */
  attemptsLeft?: number
  /** When to try again. */
  waitSeconds?: number
  /** With `puzzle-needed`: what to solve before the call is made again. */
  puzzle?: Puzzle
}

export function isFailure(answer: object): answer is Failure {
  return 'status' in answer && answer.status === 'failure'
}
