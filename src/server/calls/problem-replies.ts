import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#shared/language.ts'
import { Problem, PROBLEMS, type ProblemKind } from '#shared/problem.ts'
import type { Puzzle } from '#shared/puzzle.ts'
import type { Failure } from '#shared/failure.ts'
import { readCookie } from '../security/cookies.ts'
import { isDatabaseUnavailable } from '../database/database-problems.ts'

/** The sentence for a problem. It is content, so the content service provides it. */
export type ProblemWords = (kind: ProblemKind | BusyWord, language: Language) => Promise<string>

/** The sentences of the page that is sent in place of all others while there are too many visitors. */
export type BusyWord = 'busyTitle' | 'busyText' | 'busyAgain'

/** Creates the puzzle that a repeated call has to solve. */
export type OfferPuzzle = (asked: { call: string; ip: string }) => Puzzle

/** The response for any failure. */
export type FailureOf = (error: unknown, request: FastifyRequest, call?: string) => Promise<{ httpStatus: number; failure: Failure }>

/** The one place where a failure becomes a response. */
export function createFailureReplies(words: ProblemWords, offerPuzzle?: OfferPuzzle): FailureOf {
  return async (error, request, call) => {
    const kind = kindOf(error)
    if (PROBLEMS[kind].httpStatus >= 500) request.log.error({ err: error, problem: kind }, 'call failed')
    else request.log.info({ problem: kind }, 'call refused')
    const { attemptsLeft, waitSeconds } = error instanceof Problem ? error : {}
    const puzzle = kind === 'puzzle-needed' && call ? offerPuzzle?.({ call, ip: request.ip }) : undefined
    return describe(request, { kind, attemptsLeft, waitSeconds, puzzle }, words)
  }
}

export function answerProblems(app: FastifyInstance, failureOf: FailureOf): void {
  app.setErrorHandler(async (error, request, reply) => {
    const call = `${request.method} ${request.routeOptions.url ?? ''}`
    await send(reply, await failureOf(error, request, call))
  })
}

type Answer = {
  kind: ProblemKind
  attemptsLeft?: number | undefined
  waitSeconds?: number | undefined
  puzzle?: Puzzle | undefined
}

async function send(reply: FastifyReply, { httpStatus, failure }: { httpStatus: number; failure: Failure }): Promise<void> {
  if (failure.waitSeconds !== undefined) reply.header('retry-after', failure.waitSeconds)
  await reply.code(httpStatus).header('cache-control', 'no-store').type('application/json').send(failure)
}

async function describe(request: FastifyRequest, { kind, attemptsLeft, waitSeconds, puzzle }: Answer, words: ProblemWords) {
  const { httpStatus, code } = PROBLEMS[kind]
  const failure: Failure = {
    status: 'failure',
    statusCode: code,
    code: kind,
    message: await words(kind, languageOf(request)),
    requestId: request.id,
    ...(attemptsLeft === undefined ? {} : { attemptsLeft }),
    ...(waitSeconds === undefined ? {} : { waitSeconds }),
    ...(puzzle && { puzzle }),
  }
  return { httpStatus, failure }
}

/** The `lang` header names the language (STATE-3); a page without script is known by its cookie. */
export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  const named = request.headers.lang ?? readCookie(request.headers.cookie, 'lang')
  return isLanguage(named) ? named : DEFAULT_LANGUAGE
}

function kindOf(error: unknown): ProblemKind {
  if (error instanceof Problem) return error.kind
  if (!(error instanceof Error)) return 'something-went-wrong'
  const { validation, statusCode }: Partial<FastifyError> = error
  if (validation) return 'bad-request'
  if (isDatabaseUnavailable(error)) return 'interrupted'
  switch (statusCode) {
    case 413:
      return 'too-large'
    case 415:
      return 'wrong-media-type'
    case 503:
      return 'unavailable'
    default:
      return statusCode && statusCode >= 400 && statusCode < 500 ? 'bad-request' : 'something-went-wrong'
  }
}
