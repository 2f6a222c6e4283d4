import type { FastifyPluginAsync } from 'fastify'
import { durationMs } from '../control/duration.ts'
import { refuseForeignOrigins } from '../control/origin-guard.ts'
import { DIALECTS } from '../simulators/dialects.ts'
import type { Simulator } from '../simulators/simulator.ts'
import { MOODS, type Mood } from '../simulators/fault-rules.ts'
import type { World } from '../world/world.ts'
import { acceptForms, textField, pathBack } from './forms.ts'

type Options = { world: World; portalUrl: string; simulators: readonly Simulator[] }

/** What the buttons of the pages do. They are plain forms: post, then back to the page. */
export function pageActionRoutes({ world, portalUrl, simulators }: Options): FastifyPluginAsync {
  return async function routes(app) {
    app.addHook('onRequest', refuseForeignOrigins(portalUrl))
    acceptForms(app)

    app.post('/actions/network', async (request, reply) => {
      const wanted = textField(request.body, 'face')
      const mood = readMood(textField(request.body, 'mood'))
      for (const { name } of simulators) if (wanted === name || wanted === 'all') world.faults.setMood(name, mood)
      return reply.redirect(pathBack(request.body), 303)
    })

    app.post('/actions/dialect', async (request, reply) => {
      const face = simulators.find(({ name }) => name === textField(request.body, 'face'))
      const dialect = DIALECTS.find((name) => name === textField(request.body, 'dialect')) ?? 'strict'
      if (face?.dialects?.some((name) => name === dialect) || (face && dialect === 'strict')) world.dialects.speak(face.name, dialect)
      return reply.redirect(pathBack(request.body), 303)
    })

    app.post('/actions/time', async (request, reply) => {
      const milliseconds = durationMs(textField(request.body, 'advance')) ?? 0
      await world.scheduler.advance(milliseconds)
      world.changes.announce()
      return reply.redirect(pathBack(request.body), 303)
    })

    app.post('/actions/reset', async (request, reply) => {
      world.reset()
      return reply.redirect(pathBack(request.body), 303)
    })
  }
}

function readMood(text: string): Mood | 'normal' {
  return text in MOODS ? (text as Mood) : 'normal'
}
