import type { FastifyPluginAsync } from 'fastify'
import type { UssdRequest } from './find-step.ts'
import { writeAnswer } from './ussd-answer.ts'
import { keepDoor, LONGEST_INPUT, MOST_INPUTS, numberOf } from './ussd-door.ts'
import type { UssdSessions } from './ussd-sessions.ts'

export const USSD_PATH = '/ussd/v1/session'

/** How a gateway deviates from the form that most aggregators use. */
export type GatewayProfile = {
  /** `text` holds all inputs so far, joined by asterisks, or the last one only. */
  inputs: 'all-inputs' | 'last-input'
}

export type UssdDoor = { key: string; addresses: readonly string[]; profile: GatewayProfile }

const FORM_LIMIT_BYTES = 4 * 1024
const FIELDS = ['sessionId', 'phoneNumber', 'text', 'serviceCode'] as const
/** Aggregators add the operator's network code and the like; what we do not know is not looked at. */
type Field = (typeof FIELDS)[number]

/**
 * USSD-2: the form that aggregators post. Whoever may speak here speaks for every number.
 */
export function ussdRoutes(sessions: UssdSessions, door: UssdDoor): FastifyPluginAsync {
  return async function routes(app) {
    const mayEnter = keepDoor(door.addresses, door.key)
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    )
    app.route({
      method: 'POST',
      url: USSD_PATH,
      config: { isCalledFromOutside: true },
      schema: { hide: true },
      // Before the body is read: strangers cost as little as possible.
      async onRequest(request, reply) {
        if (!mayEnter(request.ip, request.headers['x-ussd-key'])) return reply.code(403).type('text/plain').send('refused')
      },
      async handler(request, reply) {
        const asked = readForm(typeof request.body === 'string' ? request.body : '', door.profile)
        reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store')
        if (!asked) return reply.code(400).send('END')
        return reply.send(writeAnswer(await sessions.hear(asked)))
      },
    })
  }
}

function readForm(body: string, { inputs: told }: GatewayProfile): UssdRequest | null {
  const form = new URLSearchParams(body)
  // A field twice could mean one thing to the gateway and another to us.
  if (FIELDS.some((field) => form.getAll(field).length > 1)) return null
  const value = (field: Field) => form.get(field) ?? ''
  const msisdn = numberOf(value('phoneNumber'))
  const sessionId = value('sessionId')
  const text = value('text')
  if (msisdn === null || !/^[\x21-\x7e]{1,100}$/.test(sessionId)) return null
  const inputs = text === '' ? [] : told === 'all-inputs' ? text.split('*') : [text]
  if (inputs.length > MOST_INPUTS || inputs.some((input) => input.length > LONGEST_INPUT)) return null
  return { gateway: 'http', sessionId, msisdn, inputs, told: { kind: told } }
}
