import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLanguage, DEFAULT_LANGUAGE, type Language } from '#shared/language.ts'
import { Problem, PROBLEMS, type ProblemKind } from '#shared/problem.ts'
import type { Puzzle } from '#shared/puzzle.ts'
import type { Failure } from '#shared/reply.ts'
import { readCookie } from './cookies.ts'
import { isDatabaseUnavailable } from './database-problems.ts'

/** The visitor's words for a problem. They are content, so the content service provides them. */
export type ProblemWords = (kind: ProblemKind, language: Language) => Promise<string>

/** Makes the puzzle that a call has to bring when it is made again. */
export type OfferPuzzle = (request: FastifyRequest) => Puzzle

/** The one place where a failure becomes an answer. */
export function answerProblems(app: FastifyInstance, words: ProblemWords, offerPuzzle?: OfferPuzzle): void {
  app.setErrorHandler(async (error: FastifyError | Problem, request, reply) => {
    const kind = kindOf(error)
    if (PROBLEMS[kind].httpStatus >= 500) request.log.error({ err: error, problem: kind }, 'call failed')
    else request.log.info({ problem: kind }, 'call refused')
    const { said, attemptsLeft } = error instanceof Problem ? error : {}
    const puzzle = kind === 'puzzle-needed' ? offerPuzzle?.(request) : undefined
    await sendProblem(request, reply, { kind, attemptsLeft, puzzle }, said ? async () => said : words)
  })
}

type Answer = { kind: ProblemKind; attemptsLeft?: number | undefined; puzzle?: Puzzle | undefined }

export async function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, attemptsLeft, puzzle }: Answer,
  words: ProblemWords,
): Promise<void> {
  const { httpStatus, code } = PROBLEMS[kind]
  const failure: Failure = {
    status: 'failure',
    statusCode: code,
    code: kind,
    message: await words(kind, languageOf(request)),
    requestId: request.id,
    ...(attemptsLeft === undefined ? {} : { attemptsLeft }),
    ...(puzzle && { puzzle }),
  }
  await reply.code(httpStatus).header('cache-control', 'no-store').type('application/json').send(failure)
}

/** The `lang` header names the language (STATE-3); a page without script is known by its cookie. */
export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  const named = request.headers.lang ?? readCookie(request.headers.cookie, 'lang')
  return isLanguage(named) ? named : DEFAULT_LANGUAGE
}

function kindOf(error: FastifyError | Problem): ProblemKind {
  if (error instanceof Problem) return error.kind
  if (error.validation) return 'bad-request'
  if (isDatabaseUnavailable(error)) return 'interrupted'
  switch (error.statusCode) {
    case 413:
      return 'too-large'
    case 415:
      return 'wrong-media-type'
    case 503:
      return 'unavailable'
    default:
      return error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? 'bad-request' : 'something-went-wrong'
  }
}
