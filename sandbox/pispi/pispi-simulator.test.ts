import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { expect, test, vi } from 'vitest'
import { routesListed, routesServed } from '../testing/simulator-contract.ts'
import { aSandbox } from '../testing/test-sandbox.ts'
import { pispiSimulator } from './pispi-simulator.ts'

const API = '/sandbox/pispi/piz/v1'
const ALIAS = '9b1b2499-3e50-435b-b757-ac7a83d8aa8c'
const SCOPES = 'demande_paiement.write demande_paiement.read paiement.read retour_fonds.write'
const BASIC = `Basic ${Buffer.from('guichet:pispi-sandbox-secret').toString('base64')}`

type Shown = { statut?: string; statutRaison?: string; end2endId?: string; retourStatut?: string; title?: string }
type Call = { method?: 'GET' | 'POST' | 'PUT'; url: string; payload?: object; key?: string }

async function connected(scope = SCOPES) {
  const sandbox = await aSandbox()
  const { app } = sandbox
  const form = { 'content-type': 'application/x-www-form-urlencoded', authorization: BASIC }
  const payload = new URLSearchParams({ grant_type: 'client_credentials', scope }).toString()
  const answer = await app.inject({ method: 'POST', url: '/sandbox/pispi/oauth/token', headers: form, payload })
  const authorization = `Bearer ${answer.json<{ access_token: string }>().access_token}`
  async function call({ method = 'GET', url, payload: body, key = 'pispi-sandbox-key' }: Call): Promise<Shown & { status: number }> {
    const headers = { authorization, 'x-api-key': key }
    const told = await app.inject({ method, url: API + url, headers, ...(body && { payload: body }) })
    return { status: told.statusCode, ...told.json<Shown>() }
  }
  const ask = (changes: object = {}) =>
    call({ method: 'POST', url: '/demandes-paiements', payload: { ...aRequest(sandbox.world.clock.now()), ...changes } })
  return { ...sandbox, call, ask, state: () => call({ url: '/demandes-paiements/REF2345ABCD' }) }
}

function aRequest(now: number) {
  return {
    txId: 'REF2345ABCD',
    payeurAlias: '+22790000001',
    payeAlias: ALIAS,
    montant: 1500,
    confirmation: false,
    categorie: '521',
    dateLimitePaiement: new Date(now + 120_000).toISOString(),
    motif: 'Recharge',
  }
}

async function answer(app: FastifyInstance, reply: 'accept' | 'decline'): Promise<void> {
  const prompts = (await app.inject('/control/prompts/90000001')).json<{ id: string; state: string }[]>()
  const waiting = prompts.find(({ state }) => state === 'waiting')
  await app.inject({ method: 'POST', url: `/control/prompts/90000001/${waiting?.id}`, payload: { answer: reply } })
}

test('it serves exactly the routes of its contract', async () => {
  const page = readFileSync(new URL('./differences.md', import.meta.url), 'utf8')
  expect(await routesServed(pispiSimulator)).toEqual(routesListed('Routes', page))
})

test('a payer who accepts pays once, and a second request with the same txId is DU03 and starts no request', async () => {
  const { app, ask, state, call, world } = await connected()
  expect(await ask()).toMatchObject({
    status: 200,
    statut: 'ENVOYE',
    end2endId: expect.stringMatching(/^ENEB001\d{14}[0-9A-F]{14}$/) as string,
  })
  expect(await ask()).toMatchObject({ statut: 'REJETE', statutRaison: 'DU03' })
  expect(await call({ url: '/paiements-recus/REF2345ABCD' })).toMatchObject({ status: 404, title: 'Not Found' })
  await answer(app, 'accept')
  expect(await state()).toMatchObject({ statut: 'IRREVOCABLE' })
  expect(await call({ url: '/paiements-recus/REF2345ABCD' })).toMatchObject({ status: 200, statut: 'IRREVOCABLE' })
  expect(world.money.ledger()).toMatchObject([{ kind: 'capture', ourReference: 'REF2345ABCD', amount: 1500 }])
})

test('a payer who refuses, or does not answer in two minutes, pays nothing', async () => {
  const refused = await connected()
  await refused.ask()
  await answer(refused.app, 'decline')
  expect(await refused.state()).toMatchObject({ statut: 'REJETE', statutRaison: 'ARFR' })
  const ignored = await connected()
  await ignored.ask()
  await ignored.world.scheduler.advance(121_000)
  expect(await ignored.state()).toMatchObject({ statut: 'REJETE', statutRaison: 'AEXR' })
  expect([...refused.world.money.ledger(), ...ignored.world.money.ledger()]).toEqual([])
})

test.for([
  ['no alias of a payer', { payeurAlias: '' }],
  ['another account than ours', { payeAlias: 'x' }],
  ['cents', { montant: 1500.5 }],
  ['a figure as text', { montant: '1500' }],
  ['nothing', { montant: 0 }],
  ['a confirmation', { confirmation: true }],
  ['another category', { categorie: '401' }],
  ['a time that is over', { dateLimitePaiement: '2020-01-01T00:00:00Z' }],
  ['a day to pay', { dateLimitePaiement: '2099-01-01T00:00:00Z' }],
  ['a long txId', { txId: 'x'.repeat(36) }],
] as const)('%s is refused as a problem', async ([, changes]) => {
  const { ask } = await connected()
  expect(await ask(changes)).toMatchObject({ status: 400, title: 'Bad Request' })
})

test('an alias without an account is rejected', async () => {
  const { ask } = await connected()
  expect(await ask({ payeurAlias: ALIAS })).toMatchObject({ statut: 'REJETE', statutRaison: 'BE23' })
})

test('a payment goes back once, however often that is asked for, and its own state says when', async () => {
  const { app, ask, call, world } = await connected()
  const { end2endId } = await ask()
  const giveBack = () => call({ method: 'PUT', url: `/paiements/${end2endId}/retours` })
  expect(await giveBack()).toMatchObject({ status: 404 })
  await answer(app, 'accept')
  expect(await giveBack()).toMatchObject({ retourStatut: 'INITIE' })
  expect(await giveBack()).toMatchObject({ retourStatut: 'INITIE' })
  await world.scheduler.advance(21_000)
  await vi.waitFor(async () => expect(await call({ url: '/paiements-recus/REF2345ABCD' })).toMatchObject({ retourStatut: 'IRREVOCABLE' }))
  expect(await giveBack()).toMatchObject({ retourStatut: 'IRREVOCABLE' })
  expect(world.money.ledger().filter(({ kind }) => kind === 'refund')).toHaveLength(1)
})

test('token, key and scope are needed for each call', async () => {
  const { ask, call } = await connected('paiement.read')
  expect(await ask()).toMatchObject({ status: 403 })
  expect(await call({ url: '/paiements-recus/X', key: 'other' })).toMatchObject({ status: 401 })
  const { app } = await aSandbox()
  expect((await app.inject(`${API}/demandes-paiements/X`)).statusCode).toBe(401)
  expect((await app.inject({ method: 'POST', url: '/sandbox/pispi/oauth/token' })).statusCode).toBe(401)
})
