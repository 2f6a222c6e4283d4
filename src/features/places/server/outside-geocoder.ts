import { UpstreamError, troubleOfStatus } from '#outbound/upstream-error.ts'
import { GEOCODER_LIMITS } from '#outbound/outbound-limits.ts'
import { type OutboundLog, send } from '#outbound/send.ts'
import { guardSystem } from '#outbound/system-guard.ts'
import type { Language } from '#shared/language.ts'
import type { Clock } from '#server/clock.ts'
import type { FoundPlace } from '../contract.ts'
import type { Coordinates } from '../coordinates.ts'

/** A place as a geocoding service answered it, before it is checked against our own map. */
export type OutsidePlace = Omit<FoundPlace, 'region'> & { countryCode: string }

/** A geocoding service that the operator configured: see docs/protocols/geocoding.md. */
export type OutsideGeocoder = {
  find(text: string, language: Language): Promise<OutsidePlace[]>
  describe(point: Coordinates, language: Language): Promise<OutsidePlace | null>
}

/** The service did not answer in a usable way; the built-in gazetteer answers instead. */
export class GeocoderSilent extends Error {}

export type OutsideSettings = {
  kind: 'nominatim' | 'photon'
  url: URL
  key: string | null
  callsPerSecond: number
}

type GeocodeCallerOptions = { url: URL; key: string | null; product: string; clock: Clock; log?: OutboundLog }

export type AskJson = (path: string, query: Record<string, string>) => Promise<unknown>

const MAX_ANSWER_BYTES = 400_000

/**
 * Asks below the configured address and nowhere else: the query can change neither host nor path, and a redirect is an error,
 * because it would carry the key elsewhere.
 */
export function createJsonCaller({ url, key, product, clock, log }: GeocodeCallerOptions): AskJson {
  const guard = guardSystem(GEOCODER_LIMITS, () => clock.now())
  return async function ask(path, query) {
    const address = new URL(`${url.pathname.replace(/\/$/, '')}/${path}`, url.origin)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    if (key) address.searchParams.set('key', key)
    const headers = { accept: 'application/json', 'user-agent': product }
    const call = {
      system: 'geocoder',
      route: path,
      method: 'GET',
      url: address,
      headers,
      largestAnswerBytes: MAX_ANSWER_BYTES,
    } as const
    try {
      return await guard.read(async (until) => {
        const { status, text } = await send({ ...call, until, log })
        const trouble = troubleOfStatus(status)
        if (trouble) throw trouble
        if (status !== 200) throw new GeocoderSilent(`status ${status}`)
        return readJson(text)
      })
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      throw new GeocoderSilent(error.why)
    }
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UpstreamError('unreadable', { mayHaveArrived: true })
  }
}
