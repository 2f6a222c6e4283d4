import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider, type Configuration } from 'oidc-provider'
import { afterAll } from 'vitest'
import { CALLBACK, CLIENT, CONSOLE_URL } from './console-world.ts'

export type IndependentProvider = {
  issuer: string
  /** Who signs in next, and what the provider says of a person from now on. */
  people: Map<string, { name: string; groups: readonly string[] }>
  signInAs(id: string): void
  /** Whether anyone may have a session there. */
  close(): void
}

/** CON-1: a provider that is not ours, with its own idea of the standard. Its login page lets the chosen person in at once. */
export async function independentProvider(): Promise<IndependentProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const people: IndependentProvider['people'] = new Map()
  let next = ''
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'own' } as NonNullable<
    Configuration['jwks']
  >['keys'][0]
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [CALLBACK.href],
        post_logout_redirect_uris: [new URL('/signed-out', CONSOLE_URL).href],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [key] },
    claims: { openid: ['sub'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'profile', 'groups', 'offline_access'],
    cookies: { keys: ['a key of the tests'] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    issueRefreshToken: async () => true,
    findAccount: (_context, id) => {
      const person = people.get(id)
      return person && { accountId: id, claims: async () => ({ sub: id, ...person, groups: [...person.groups] }) }
    },
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc
      const grant = new context.oidc.provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' })
      grant.addOIDCScope('openid profile groups offline_access')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    return void provider.interactionFinished(request, response, { login: { accountId: next } })
  })
  afterAll(() => server.close())
  return { issuer, people, signInAs: (id) => (next = id), close: () => void server.close() }
}
