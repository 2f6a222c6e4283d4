import type { FastifyPluginAsync } from 'fastify'
import type { UseCases, UssdParts } from '#features/ussd/server/ussd-parts.ts'
import { kannelRoutes } from '#features/ussd/server/kannel.routes.ts'
import { openUssdSessions } from '#features/ussd/server/ussd-sessions.ts'
import { ussdRoutes } from '#features/ussd/server/ussd.routes.ts'
import type { Settings } from '#settings/settings.ts'

type Parts = UseCases & Pick<UssdParts, 'db' | 'clock' | 'content' | 'sms' | 'onError'> & { settings: Settings }

/** Joins the menu on phones with the use cases of the web; nothing where no gateway is connected. */
export function joinUssd({ settings, ...parts }: Parts): FastifyPluginAsync[] {
  const { ussd, secret, publicUrl } = settings
  if (!ussd) return []
  const { code, http, smpp, perSecond, airtimePerNumber, airtimeInAll } = ussd
  const caps = { perNumber: airtimePerNumber, inAll: airtimeInAll }
  const sessions = openUssdSessions({ ...parts, secret, publicOrigin: publicUrl.origin, code, caps, perSecond })
  return [
    ...(http ? [ussdRoutes(sessions, { ...http, profile: { inputs: http.profile } })] : []),
    ...(smpp ? [kannelRoutes(sessions, { ...smpp, code })] : []),
  ]
}
