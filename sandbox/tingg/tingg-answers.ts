import type { FastifyReply } from 'fastify'

/** Tingg names the code of a failure and no HTTP status; those are ours. Callers branch on `status_code`. */
export type TinggProblem = { httpStatus: 400 | 401 | 404 | 500; code: number; description: string }

export const invalid = (description: string, code = 422): TinggProblem => ({ httpStatus: 400, code, description })

export const GENERIC_FAILURE: TinggProblem = { httpStatus: 500, code: 500, description: 'Generic failure' }
export const NOT_AUTHORISED: TinggProblem = { httpStatus: 401, code: 401, description: 'Unauthorized' }
export const NO_REQUEST: TinggProblem = { httpStatus: 404, code: 1001, description: 'No request found' }

export function sendResults(reply: FastifyReply, description: string, results: object): FastifyReply {
  return reply.send({ status: { status_code: 200, status_description: description }, results })
}

export function sendProblem(reply: FastifyReply, { httpStatus, code, description }: TinggProblem): FastifyReply {
  return reply.code(httpStatus).send({ status: { status_code: code, status_description: description }, results: null })
}
