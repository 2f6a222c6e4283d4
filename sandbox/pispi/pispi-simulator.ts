import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noticeFaultsOf } from '../card-gateways/notice-faults.ts'
import { acceptForms, textField } from '../pages/forms.ts'
import { hangUp } from '../simulators/fault-hooks.ts'
import { operation, type Simulator } from '../simulators/simulator.ts'
import { answerDelayMs, payerPlan } from '../wallet-payments/payer-plans.ts'
import type { World } from '../world/world.ts'
import { createPispiTokens, PISPI_ALIAS, type PispiTokens } from './pispi-account.ts'
import { payerOf, readRequest, rejectedAtOnce, sendProblem, shownPayment, shownRequest } from './pispi-messages.ts'
import { createPispiRequests, type PispiRequests } from './pispi-requests.ts'
import { createPispiSettlement, type PispiSettlement } from './pispi-settlement.ts'

const BASE = '/sandbox/pispi'
const API = `${BASE}/piz/v1`

/** The API Business of a participant: requests to pay, the payments that answer them, returns of funds, signed webhooks. */
export const pispiSimulator: Simulator = {
  name: 'pispi',
  title: 'PI-SPI (API Business)',
  about: { fr: 'Paiement instantané : demande dans l’application du payeur', en: 'Instant payments: approval in the payer’s app' },
  path: API,
  async register(app, world) {
    const requests = createPispiRequests(world)
    const tokens = createPispiTokens(world)
    const settlement = createPispiSettlement(world, requests)
    await app.register(async (scope) => {
      acceptForms(scope)
      scope.post(`${BASE}/oauth/token`, operation('token'), async (request, reply) => {
        const scopes = textField(request.body, 'scope')
        if (!tokens.isClient(request)) return reply.code(401).send({ error: 'invalid_client' })
        const isAsked = textField(request.body, 'grant_type') === 'client_credentials' && tokens.areScopes(scopes)
        return isAsked ? reply.send(tokens.issue(scopes)) : reply.code(400).send({ error: 'invalid_scope' })
      })
    })
    registerApi(app, { world, requests, tokens, settlement })
  },
}

type Parts = { world: World; requests: PispiRequests; tokens: PispiTokens; settlement: PispiSettlement }

function registerApi(app: FastifyInstance, { world, requests, tokens, settlement }: Parts): void {
  const allowed = (scope: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const refusal = tokens.refusalOf(request, scope)
    return refusal === null ? undefined : sendProblem(reply, refusal, refusal === 401 ? 'Autorisations manquantes' : 'Scope manquant')
  }

  app.post(
    `${API}/demandes-paiements`,
    { ...operation('request'), preHandler: allowed('demande_paiement.write') },
    async (request, reply) => {
      const read = readRequest(request.body, world.clock.now())
      if ('wrong' in read) return sendProblem(reply, 400, 'Format invalide', read.wrong)
      if (read.payeAlias !== PISPI_ALIAS) return sendProblem(reply, 400, 'Alias inconnu', 'payeAlias')
      if (requests.find(read.txId)) return reply.send(rejectedAtOnce(read, 'DU03'))
      const msisdn = payerOf(read.payeurAlias)
      if (msisdn === null || !world.wallets.find('pispi', msisdn)) return reply.send(rejectedAtOnce(read, 'BE23'))
      if (payerPlan(msisdn).kind === 'hangs-up') return hangUp(request, reply)
      const asked = await settlement.ask({ ...read, msisdn, categorie: '521', noticeFaults: noticeFaultsOf(request) })
      await world.clock.wait(answerDelayMs(msisdn))
      // However early the payer answers: the creation says that the request was sent.
      const { outcome: _outcome, ...sent } = asked
      return reply.send(shownRequest(sent))
    },
  )

  app.get<{ Params: { txId: string } }>(
    `${API}/demandes-paiements/:txId`,
    { ...operation('request-state'), preHandler: allowed('demande_paiement.read') },
    async (request, reply) => {
      const found = requests.find(request.params.txId)
      if (!found) return sendProblem(reply, 404, 'Demande inexistante')
      await world.clock.wait(answerDelayMs(found.msisdn))
      return reply.send(shownRequest(found))
    },
  )

  app.get<{ Params: { txId: string } }>(
    `${API}/paiements-recus/:txId`,
    { ...operation('received'), preHandler: allowed('paiement.read') },
    async (request, reply) => {
      const found = requests.find(request.params.txId)
      return found?.outcome === 'paid' ? reply.send(shownPayment(found)) : sendProblem(reply, 404, 'Paiement inexistant')
    },
  )

  app.put<{ Params: { end2endId: string } }>(
    `${API}/paiements/:end2endId/retours`,
    { ...operation('reversal'), preHandler: allowed('retour_fonds.write') },
    async (request, reply) => {
      const found = requests.byEnd2endId(request.params.end2endId)
      if (found?.outcome !== 'paid') return sendProblem(reply, 404, 'Paiement inexistant ou déjà archivé')
      const isOld = world.clock.now() - (found.endedAt ?? 0) > 90 * 24 * 60 * 60_000
      return isOld ? sendProblem(reply, 403, 'Délai de retour de fonds dépassé') : reply.send(shownPayment(settlement.giveBack(found)))
    },
  )
}
