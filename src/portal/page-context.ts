import { createContext } from 'react-router'
import type { Api } from '#calls/api.ts'
import type { CountryProfile } from '#shared/country-profiles.ts'
import type { Language } from '#shared/language.ts'

/** The page's only door to the server while it renders. */
export type PortalApi = Api

/** What the server knows about this request before any page runs. */
export type Surroundings = {
  content: (name: string) => Promise<unknown>
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
