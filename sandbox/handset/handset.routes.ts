import { readFileSync } from 'node:fs'
import type { FastifyPluginAsync } from 'fastify'
import { refuseForeignOrigins } from '../control/origin-guard.ts'
import type { Simulator } from '../simulators/simulator.ts'
import { acceptForms, textField, pathBack } from '../pages/forms.ts'
import { languageOf } from '../pages/language.ts'
import { sendPage } from '../pages/layout.ts'
import { sendEvents } from '../pages/live-events.ts'
import { nationalNumber, spacedNumber } from '../world/numbers.ts'
import type { PromptAnswer } from '../world/prompts.ts'
import type { World } from '../world/world.ts'
import { handsetPage, strangerPage, TABS, type Tab } from './handset-page.ts'
import { HANDSET_WORDS } from './handset-words.ts'
import type { UssdDialler } from './ussd-dialler.ts'

type Options = { world: World; portalUrl: string; simulators: readonly Simulator[]; ussdCode: string; dialler: UssdDialler }
type Phone = { Params: { msisdn: string } }

const STYLE = ['handset.css', 'dial.css', 'prompt-sheet.css'].map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')).join('\n')
const REFRESH_SECONDS = 5
/** Reload interval without JavaScript: long enough to type a PIN or an answer. */
const REFRESH_SECONDS_WITH_PROMPT = 30

/** The phone of a number, as a page. */
export function handsetRoutes({ world, portalUrl, simulators, ussdCode, dialler }: Options): FastifyPluginAsync {
  return async function routes(app) {
    app.addHook('onRequest', refuseForeignOrigins(portalUrl))
    acceptForms(app)

    app.get<Phone>('/handset/:msisdn', async (request, reply) => {
      const lang = languageOf(request.query)
      const line = world.lines.find(nationalNumber(request.params.msisdn) ?? '')
      const path = `/handset/${request.params.msisdn}`
      const common = { lang, path, portalUrl, now: world.clock.now() }
      if (!line) return sendPage(reply.code(404), { ...common, title: HANDSET_WORDS[lang].stranger, body: strangerPage(lang) })

      const tab = readTab(textField(request.query, 'tab'))
      const ignoredPrompt = textField(request.query, 'ignore')
      const isAsked = world.prompts.of(line.msisdn).some((prompt) => prompt.state === 'waiting')
      return sendPage(reply, {
        ...common,
        title: spacedNumber(line.msisdn),
        query: { tab },
        body: handsetPage({
          world,
          line,
          simulators,
          portalUrl,
          lang,
          tab,
          ignoredPrompt,
          ussd: { code: ussdCode, screen: dialler.screenOf(line.msisdn) },
        }),
        style: STYLE,
        events: `/handset/${line.msisdn}/events`,
        refreshSeconds: isAsked || tab === 'dial' ? REFRESH_SECONDS_WITH_PROMPT : REFRESH_SECONDS,
      })
    })

    app.post<Phone>('/handset/:msisdn/dial', async (request, reply) => {
      const line = world.lines.find(nationalNumber(request.params.msisdn) ?? '')
      if (line) await dialler.dial(line.msisdn, textField(request.body, 'dialled'))
      return reply.redirect(pathBack(request.body), 303)
    })

    app.post<Phone>('/handset/:msisdn/ussd', async (request, reply) => {
      const { msisdn } = request.params
      if (textField(request.body, 'press') === 'close') dialler.close(msisdn)
      else await dialler.answer(msisdn, textField(request.body, 'input'))
      return reply.redirect(pathBack(request.body), 303)
    })

    app.get<Phone>('/handset/:msisdn/events', (request, reply) => {
      const msisdn = nationalNumber(request.params.msisdn)
      if (msisdn === null) return reply.code(404).send({ error: 'a number has 8 digits' })
      return sendEvents(request, reply, { changes: world.changes, msisdn })
    })

    app.post<{ Params: { msisdn: string; id: string } }>('/handset/:msisdn/prompts/:id', async (request, reply) => {
      const prompt = world.prompts.find(request.params.id)
      if (prompt && prompt.msisdn === request.params.msisdn) await world.prompts.answer(prompt.id, readAnswer(request.body))
      return reply.redirect(pathBack(request.body), 303)
    })
  }
}

function readTab(text: string): Tab {
  return TABS.find((tab) => tab === text) ?? 'sms'
}

/** On the phone a PIN is always checked, an empty one too. */
function readAnswer(body: unknown): PromptAnswer {
  return textField(body, 'answer') === 'accept' ? { answer: 'accept', pin: textField(body, 'pin') } : { answer: 'decline' }
}
