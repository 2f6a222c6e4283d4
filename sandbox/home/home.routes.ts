import type { FastifyPluginAsync } from 'fastify'
import type { SimulatorTraffic } from '../simulators/simulator-traffic.ts'
import type { Simulator } from '../simulators/simulator.ts'
import { textField } from '../pages/forms.ts'
import { languageOf, linkTo } from '../pages/language.ts'
import { sendPage } from '../pages/layout.ts'
import { sendEvents } from '../pages/live-events.ts'
import { isOperatorNumber, nationalNumber } from '../world/numbers.ts'
import type { World } from '../world/world.ts'
import { homePage } from './home-page.ts'
import { HOME_WORDS } from './home-words.ts'

type Options = { world: World; portalUrl: string; consoleUrl: string; simulators: readonly Simulator[]; traffic: SimulatorTraffic }

const REFRESH_SECONDS = 10

/** The front page: who lives here, how the network is, what moved. */
export function homeRoutes({ world, portalUrl, consoleUrl, simulators, traffic }: Options): FastifyPluginAsync {
  return async function routes(app) {
    app.get('/', async (request, reply) => {
      const lang = languageOf(request.query)
      const refused = textField(request.query, 'refused')
      const body = homePage({
        world,
        portalUrl,
        consoleUrl,
        simulators,
        traffic,
        lang,
        ...(refused === '' ? {} : { refusedNumber: refused }),
      })
      return sendPage(reply, {
        lang,
        title: HOME_WORDS[lang].title,
        path: '/',
        portalUrl,
        now: world.clock.now(),
        body,
        events: '/events',
        ...(refused === '' ? { refreshSeconds: REFRESH_SECONDS } : {}),
      })
    })

    app.get('/events', (request, reply) => sendEvents(request, reply, { changes: world.changes }))

    app.get('/open', async (request, reply) => {
      const lang = languageOf(request.query)
      const typed = textField(request.query, 'number')
      const msisdn = nationalNumber(typed)
      if (msisdn === null || !isOperatorNumber(msisdn)) return reply.redirect(linkTo('/', lang, { refused: typed.slice(0, 16) }), 303)
      return reply.redirect(linkTo(`/handset/${msisdn}`, lang), 303)
    })
  }
}
