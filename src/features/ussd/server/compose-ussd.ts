import type { FastifyPluginAsync } from 'fastify'
import type { Database } from '#server/database/database.ts'
import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { kannelRoutes, type KannelEndpoint } from './kannel.routes.ts'
import type { UssdDeps } from './ussd-deps.ts'
import { createUssdSessions } from './ussd-sessions.ts'
import { chosenLanguage } from './ussd.store.ts'
import { ussdRoutes, type UssdEndpoint } from './ussd.routes.ts'

/** Null where no gateway is connected. */
type Menu = {
  code: string
  perSecond: number
  airtimePerNumber: number
  airtimeInAll: number
  http: UssdEndpoint | null
  smpp: Omit<KannelEndpoint, 'code'> | null
}

type Deps = Omit<UssdDeps, 'publicOrigin' | 'code' | 'caps' | 'onError'> & {
  ussd: Menu | null
  publicUrl: URL
  log: { error(fields: object, message: string): void }
}

/** Composes the phone menu from the use cases of the web. */
export function composeUssd({ ussd, publicUrl, log, ...deps }: Deps): { routes: FastifyPluginAsync[] } {
  if (!ussd) return { routes: [] }
  const { code, http, smpp, perSecond, airtimePerNumber, airtimeInAll } = ussd
  const sessions = createUssdSessions({
    ...deps,
    publicOrigin: publicUrl.origin,
    code,
    caps: { perNumber: airtimePerNumber, inAll: airtimeInAll },
    perSecond,
    onError: (error) => log.error({ err: error }, 'ussd'),
  })
  return {
    routes: [...(http ? [ussdRoutes(sessions, http)] : []), ...(smpp ? [kannelRoutes(sessions, { ...smpp, code })] : [])],
  }
}

/** The language that a number last chose in the menu; null if none. */
export function ussdLanguages({ db }: { db: Database }): (msisdn: MobileNumber) => Promise<Language | null> {
  return (msisdn) => chosenLanguage(db, msisdn)
}
