import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { BRAND } from '#shared/brand.ts'
import { Problem } from '#shared/problem.ts'

type RunMode = 'test' | 'production'
type Identity = { key: string; serviceId: string; runMode: RunMode }
export type Worlds = { own: Identity; other: Identity }

type Callers = { testKey: string; productionKey: string; testServiceId: string; productionServiceId: string }

/** KEYS-1: which of the two this portal is, and which it is not. */
export function worldsOf({ isProduction, callers }: { isProduction: boolean; callers: Callers }): Worlds {
  const test: Identity = { key: callers.testKey, serviceId: callers.testServiceId, runMode: 'test' }
  const production: Identity = { key: callers.productionKey, serviceId: callers.productionServiceId, runMode: 'production' }
  return isProduction ? { own: production, other: test } : { own: test, other: production }
}

/** API-1: what our own pages send with every call. Written into each page once; islands and shell only repeat it. */
export function callHeaders(
  { own }: Worlds,
  { appVersion, operatorCode }: { appVersion: string; operatorCode: string },
): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'x-product': BRAND.slug,
    'x-app-version': appVersion,
    'x-api-key': own.key,
    'x-service-id': own.serviceId,
    'x-operator-code': operatorCode,
    'x-run-mode': own.runMode,
  }
}

/**
 * KEYS-1: what names itself as of the other world is refused, before anything is read or done: a test that was pointed at production by
 * mistake moves no money. Nothing is demanded of whoever sends none of this, and a key that is nobody's (a proxy's own) says nothing.
 */
export function refuseOtherWorld(app: FastifyInstance, { own, other }: Worlds): void {
  app.addHook('onRequest', async ({ headers, routeOptions }) => {
    if (routeOptions.config.isCalledFromOutside) return
    const isOther =
      valuesOf(headers, 'x-run-mode').some((mode) => mode.toLowerCase() !== own.runMode) ||
      valuesOf(headers, 'x-api-key').includes(other.key) ||
      valuesOf(headers, 'x-service-id').includes(other.serviceId)
    if (isOther) throw new Problem('other-world', `a call of ${other.runMode}`)
  })
}

/** A header that was sent twice arrives as one, with commas. */
function valuesOf(headers: IncomingHttpHeaders, name: string): string[] {
  return [headers[name] ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter(Boolean)
}
