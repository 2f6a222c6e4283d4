import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import { onTestFinished } from 'vitest'
import type { Simulator } from '../simulators/simulator.ts'
import { createWorld } from '../world/world.ts'

const CONTRACT = readFileSync(new URL('../differences.md', import.meta.url), 'utf8')

/** Every route of a simulator, with its operation if there is one: `POST /sandbox/uba/pay/{id} pay`. */
export async function routesServed(face: Simulator): Promise<string[]> {
  const world = createWorld({ folder: undefined, onError: () => undefined })
  const app = fastify({ exposeHeadRoutes: false })
  onTestFinished(async () => {
    await app.close()
    await world.close()
  })
  const routes: string[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    const { operation } = config as { operation?: unknown }
    const name = typeof operation === 'string' ? operation : 'by request'
    routes.push(`${String(method)} ${url.replace(/:(\w+)/g, '{$1}')} ${name}`)
  })
  await app.register(async (scope) => face.register(scope, world))
  await app.ready()
  return routes.toSorted()
}

/** Every route listed in a simulator's section of differences.md, or in a page of its own. */
export function routesListed(heading: string, page = CONTRACT): string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? ''
  const rows = section.matchAll(/^\| `(GET|POST|PUT|DELETE) (\S+)`\s*\| `([^`]+)`\s*\|/gm)
  return [...rows].map(([, method, url, operation]) => `${method} ${url} ${operation}`).toSorted()
}
