import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { operation } from '../simulators/simulator.ts'
import { acceptForms, textField } from '../pages/forms.ts'
import { TOKEN_LIFE_SECONDS, type AccessTokens } from './access-tokens.ts'

const CLIENT_ID = 'guichet'
const CLIENT_SECRET = 'sandbox-operator'

type Credentials = { id: string; secret: string }

/** OAuth 2 client credentials (RFC 6749, section 4.4), by Basic or in the form. */
export function tokenRoutes(app: FastifyInstance, tokens: AccessTokens): void {
  acceptForms(app)
  app.post('/oauth2/token', operation('oauth.token'), (request, reply) => {
    reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
    const grant = textField(request.body, 'grant_type')
    if (grant === '') return refuse(reply, 400, 'invalid_request')
    const { id, secret } = basicCredentials(request) ?? formCredentials(request)
    if (id !== CLIENT_ID || secret !== CLIENT_SECRET) {
      return refuse(reply.header('www-authenticate', 'Basic realm="operator"'), 401, 'invalid_client')
    }
    if (grant !== 'client_credentials') return refuse(reply, 400, 'unsupported_grant_type')
    return reply.send({ access_token: tokens.issue(), token_type: 'Bearer', expires_in: TOKEN_LIFE_SECONDS })
  })
}

function refuse(reply: FastifyReply, status: 400 | 401, error: string): FastifyReply {
  return reply.code(status).send({ error })
}

function formCredentials({ body }: FastifyRequest): Credentials {
  return { id: textField(body, 'client_id'), secret: textField(body, 'client_secret') }
}

/** Both halves are form-encoded before they are joined (RFC 6749, section 2.3.1). */
function basicCredentials({ headers }: FastifyRequest): Credentials | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '')?.[1]
  if (encoded === undefined) return null
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(/:(.*)/s)
  return { id: formDecoded(id), secret: formDecoded(secret) }
}

function formDecoded(text: string): string {
  return new URLSearchParams(`text=${text.replaceAll('&', '%26')}`).get('text') ?? ''
}
