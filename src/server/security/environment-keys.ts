import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { BRAND } from '#shared/operator.ts'
import { Problem } from '#shared/problem.ts'

type RunMode = 'test' | 'production'
type Identity = { key: string; serviceId: string; runMode: RunMode }
export type EnvironmentKeys = { own: Identity; other: Identity }

type Callers = { testKey: string; productionKey: string; testServiceId: string; productionServiceId: string }

/** KEYS-1: the environment of this portal, and the other one. */
export function environmentKeys({ isProduction, callers }: { isProduction: boolean; callers: Callers }): EnvironmentKeys {
  const test: Identity = { key: callers.testKey, serviceId: callers.testServiceId, runMode: 'test' }
  const production: Identity = { key: callers.productionKey, serviceId: callers.productionServiceId, runMode: 'production' }
  return isProduction ? { own: production, other: test } : { own: test, other: production }
}

/** API-1: the headers that our own pages send with every call. Written into each page once; islands and shell only repeat them. */
export function callHeaders(
  { own }: EnvironmentKeys,
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
 * KEYS-1: a request that names the other environment is refused, before anything is read or done: a test that was pointed at production by
 * mistake moves no money. Requests without these headers pass, and an unknown key (a proxy's own) has no effect.
 */
export function rejectWrongEnvironment(app: FastifyInstance, { own, other }: EnvironmentKeys): void {
  app.addHook('onRequest', async ({ headers, routeOptions }) => {
    if (routeOptions.config.isExternalEndpoint) return
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
