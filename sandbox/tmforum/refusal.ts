import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

type Parts = { status: number; code: string; reason: string; message?: string }

/** A response other than success, with the fields of the v4 documents' Error: code, reason, message, status. */
export class Refusal extends Error {
  readonly statusCode: number
  readonly code: string
  readonly reason: string

  constructor({ status, code, reason, message = reason }: Parts) {
    super(message)
    this.statusCode = status
    this.code = code
    this.reason = reason
  }
}

export function badRequest(message: string, code = 'invalidRequest'): Refusal {
  return new Refusal({ status: 400, code, reason: 'Bad Request', message })
}

export function notFound(message: string): Refusal {
  return new Refusal({ status: 404, code: 'notFound', reason: 'Not Found', message })
}

export function unauthorized(message: string): Refusal {
  return new Refusal({ status: 401, code: 'unauthorized', reason: 'Unauthorized', message })
}

export function methodNotAllowed(method: string): Refusal {
  return new Refusal({ status: 405, code: 'methodNotAllowed', reason: 'Method Not allowed', message: `${method} is not allowed here` })
}

/** Without the blank that most servers write, as in the v4 documents. */
export const MEDIA_TYPE = 'application/json;charset=utf-8'

/** The error handler's response: a refusal unchanged, an unreadable request as 4xx, a bug as 500. */
export function answerError(
  error: FastifyError | Refusal,
  request: FastifyRequest,
  { reply, isSparse }: { reply: FastifyReply; isSparse: boolean },
): FastifyReply {
  const status = error.statusCode ?? 500
  if (status >= 500) request.log.error(error)
  const refusal =
    error instanceof Refusal
      ? error
      : new Refusal({
          status,
          code: status < 500 ? 'invalidRequest' : 'internalError',
          reason: status < 500 ? 'Bad Request' : 'Internal Server Error',
          message: error.message,
        })
  const required = { code: refusal.code, reason: refusal.reason }
  return reply
    .code(status)
    .type(MEDIA_TYPE)
    .send(isSparse ? required : { ...required, message: refusal.message, status: String(status) })
}
