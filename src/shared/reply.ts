import { type TSchema, Type } from 'typebox'
import type { Puzzle } from './puzzle.ts'

/** API-1: a success says so twice, because callers in the field look at either. */
export function reply<Result extends TSchema>(result: Result) {
  return Type.Object({ status: Type.Literal('success'), statusCode: Type.Literal(200), result })
}

export function success<Result>(result: Result) {
  return { status: 'success' as const, statusCode: 200 as const, result }
}

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
