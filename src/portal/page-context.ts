import { createContext } from 'react-router'
import type { CountryProfile } from '#shared/country-profiles.ts'
import type { Endpoint, InputOf, ReplyOf } from '#shared/endpoint.ts'
import type { Language } from '#shared/language.ts'
import type { Failure } from '#shared/reply.ts'

/** The page's only door to the server while it renders. */
export type PortalApi = {
  call<E extends Endpoint>(method: E['method'], url: E['url'], input: InputOf<E>): Promise<ReplyOf<E> | Failure>
}

/** What the server knows about this request before any page runs. */
export type Surroundings = {
  language: Language
  /** What differs from country to country. */
  country: CountryProfile
  /** Where the sandbox can be opened; null in production, where nothing of it exists. */
  sandboxUrl: string | null
  publicUrl: string
  /** Marks the scripts that we wrote ourselves, so that only those are allowed to run. */
  scriptMark: string | undefined
}

/** Set once per request by the server, so no page ever knows where the API lives. */
export const portalApi = createContext<PortalApi>()
export const surroundings = createContext<Surroundings>()
