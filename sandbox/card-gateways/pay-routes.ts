import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseForeignOrigins } from '../control/origin-guard.ts'
import { operation } from '../simulators/simulator.ts'
import { faultsOf } from '../simulators/fault-hooks.ts'
import { acceptForms, textField } from '../pages/forms.ts'
import type { Language } from '../pages/language.ts'
import type { World } from '../world/world.ts'
import { readCard } from './card-form.ts'
import type { CardGateway, PayOutcome } from './card-gateway.ts'
import { sendPayPage, type PayView } from './pay-page.ts'
import { DEFAULT_LANGUAGE } from '../operator.ts'

export type PayRoutes = {
  gateway: CardGateway
  /** The address of the pay page as a route, and how the payment is read from it. */
  page: { route: string; operation: string; idOf: (request: FastifyRequest) => string }
  /** The language requested for a payment; else French. */
  languageOf?: (id: string) => Language
  /** Called when the page of a payment is opened. */
  opened?: (id: string) => void
  /** A payment method other than a card; undefined for a card form. */
  payOtherwise?: (request: FastifyRequest, id: string) => OtherPay | undefined
}

export type OtherPay = { kind: 'done'; outcome: PayOutcome } | { kind: 'problem'; way: string; problem: (lang: Language) => string }

/** The page of a gateway, and its button handlers. In their own scope: these are HTML forms, whatever the protocol's content type. */
export async function registerPayRoutes(app: FastifyInstance, world: World, options: PayRoutes): Promise<void> {
  const { gateway, page } = options
  await app.register(async (scope) => {
    if (!scope.hasContentTypeParser('application/x-www-form-urlencoded')) acceptForms(scope)

    scope.get(page.route, operation(page.operation), async (request, reply) => {
      const id = page.idOf(request)
      const checkout = gateway.find(id)
      if (checkout && isOpen(checkout.state)) options.opened?.(id)
      return sendPayPage(reply, viewOf(request, id), gateway.find(id))
    })

    scope.post<{ Params: { id: string } }>(
      `/sandbox/${gateway.face}/pay/:id`,
      { ...operation('pay'), onRequest: refuseForeignOrigins(world.portal.url) },
      async (request, reply) => {
        const { id } = request.params
        const view = viewOf(request, id)
        const checkout = gateway.find(id)
        if (!checkout) return sendPayPage(reply, view, undefined)
        if (textField(request.body, 'cancel') !== '') return leave(reply, view, { id, outcome: gateway.cancel(id) })

        const other = options.payOtherwise?.(request, id)
        if (other?.kind === 'problem') {
          return sendPayPage(reply.code(422), { ...view, way: other.way, wayProblem: other.problem(view.lang) }, checkout)
        }
        if (other) return leave(reply, view, { id, outcome: other.outcome })

        const read = readCard(request.body, { now: world.clock.now(), payingEndings: gateway.payingEndings ?? [] })
        if (read.kind === 'refused') return sendPayPage(reply.code(422), { ...view, problem: read.problem }, checkout)
        return leave(reply, view, { id, outcome: await gateway.charge(id, read.card, faultsOf(request)) })
      },
    )
  })

  function viewOf(request: FastifyRequest, id: string): PayView {
    const asked = textField(request.query, 'lang')
    const lang = asked === 'fr' || asked === 'en' ? asked : (options.languageOf?.(id) ?? DEFAULT_LANGUAGE)
    const isPopup = textField(request.query, 'popup') === '1' || textField(request.body, 'popup') === '1'
    return { world, gateway, lang, isPopup, way: textField(request.query, 'way') }
  }

  function leave(reply: FastifyReply, { lang, isPopup }: PayView, { id, outcome }: { id: string; outcome: PayOutcome }): FastifyReply {
    if (isPopup && gateway.popup) return gateway.popup.answer(reply, { id, outcome, lang })
    const { path, query } = gateway.pageOf(id)
    return reply.redirect(outcome.returnTo ?? `${path}?${new URLSearchParams({ ...query, lang }).toString()}`, 303)
  }
}

function isOpen(state: string): boolean {
  return state === 'open' || state === 'declined'
}
