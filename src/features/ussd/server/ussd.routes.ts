import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { UssdRequest } from './find-step.ts'
import { writeAnswer } from './ussd-answer.ts'
import { createGatewayAuth, keysOf, MAX_INPUT_CHARACTERS, MAX_INPUTS, numberOf } from './ussd-endpoint.ts'
import type { UssdSessions } from './ussd-sessions.ts'

export const USSD_PATH = '/ussd/v1/session'

/**
 * `profile`: `text` holds all inputs so far, separated by asterisks, or only the last one. `keyIn`: where the gateway sends the key. In the
 * path it is a parameter of the route, so that logs and metrics name the route only.
 */
export type UssdEndpoint = {
  key: string
  nextKey: string | null
  keyIn: 'header' | 'basic' | 'path'
  addresses: readonly string[]
  profile: 'all-inputs' | 'last-input'
}

const FORM_LIMIT_BYTES = 4 * 1024
const FIELDS = ['sessionId', 'phoneNumber', 'text', 'serviceCode'] as const
/** Unknown fields, such as the operator's network code, are ignored. */
type Field = (typeof FIELDS)[number]

/** USSD-2: the form that aggregators post. A request with a valid key can act for every number. */
export function ussdRoutes(sessions: UssdSessions, endpoint: UssdEndpoint): FastifyPluginAsync {
  return async function routes(app) {
    const mayEnter = createGatewayAuth(endpoint.addresses, keysOf(endpoint))
    const shownKey = SHOWN_KEY[endpoint.keyIn]
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    )
    app.route({
      method: 'POST',
      url: endpoint.keyIn === 'path' ? `${USSD_PATH}/:key` : USSD_PATH,
      config: { isExternalEndpoint: true },
      schema: { hide: true },
      // Rejects unknown gateways before it reads the body.
      async onRequest(request, reply) {
        if (!mayEnter(request.ip, shownKey(request))) return reply.code(403).type('text/plain').send('refused')
      },
      async handler(request, reply) {
        const asked = readForm(typeof request.body === 'string' ? request.body : '', endpoint.profile)
        reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store')
        if (!asked) return reply.code(400).send('END')
        return reply.send(writeAnswer(await sessions.hear(asked)))
      },
    })
  }
}

const SHOWN_KEY: Readonly<Record<UssdEndpoint['keyIn'], (request: FastifyRequest) => string | string[] | undefined>> = {
  header: ({ headers }) => headers['x-ussd-key'],
  basic: ({ headers }) => passwordIn(headers.authorization ?? ''),
  path: ({ params }) => Object(params).key,
}

/** With any user name: gateways name themselves. */
function passwordIn(authorization: string): string | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(authorization) ?? []
  return encoded === undefined ? undefined : /^[^:]*:([^]*)$/.exec(Buffer.from(encoded, 'base64').toString())?.[1]
}

function readForm(body: string, told: UssdEndpoint['profile']): UssdRequest | null {
  const form = new URLSearchParams(body)
  // Gateway and portal could interpret a duplicate field differently.
  if (FIELDS.some((field) => form.getAll(field).length > 1)) return null
  const value = (field: Field) => form.get(field) ?? ''
  const msisdn = numberOf(value('phoneNumber'))
  const sessionId = value('sessionId')
  const text = value('text')
  if (msisdn === null || !/^[\x21-\x7e]{1,100}$/.test(sessionId)) return null
  const inputs = text === '' ? [] : told === 'all-inputs' ? text.split('*') : [text]
  if (inputs.length > MAX_INPUTS || inputs.some((input) => input.length > MAX_INPUT_CHARACTERS)) return null
  return { gateway: 'http', sessionId, msisdn, inputs, told: { kind: told } }
}
