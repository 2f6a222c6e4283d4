import type { Language } from '#shared/language.ts'
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

export type AskJson = (path: string, query: Record<string, string>) => Promise<unknown>

const ANSWER_TIMEOUT_MS = 4_000
const LARGEST_ANSWER_CHARACTERS = 400_000

/**
 * Asks below the configured address and nowhere else: the query can change neither host nor path, and a redirect is an error,
 * because it would carry the key elsewhere.
 */
export function jsonAsker({ url, key, product }: { url: URL; key: string | null; product: string }): AskJson {
  return async function ask(path, query) {
    const address = new URL(`${url.pathname.replace(/\/$/, '')}/${path}`, url.origin)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    if (key) address.searchParams.set('key', key)
    try {
      const answer = await fetch(address, {
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
        headers: { accept: 'application/json', 'user-agent': product },
      })
      const text = await answer.text()
      if (!answer.ok || text.length > LARGEST_ANSWER_CHARACTERS) throw new GeocoderSilent(`status ${answer.status}`)
      return JSON.parse(text) as unknown
    } catch (error) {
      if (error instanceof GeocoderSilent) throw error
      // The cause may name the address with its key: it stays here.
      throw new GeocoderSilent(error instanceof Error ? error.name : 'unknown')
    }
  }
}
