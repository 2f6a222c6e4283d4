import { ProfileProblem } from '#operator/operator-profile.ts'
import { isDatabaseUnavailable } from '#server/database/database-problems.ts'
import { SettingProblem } from '#settings/setting.ts'
import type { Settings } from '#settings/settings.ts'

type SystemError = Error & { code?: unknown; syscall?: unknown; port?: unknown; hostname?: unknown }

/** What PostgreSQL says of an account, a password or a database that it does not have, and the network of a name that it does not know. */
const WRONG_DATABASE_CODES = new Set(['28000', '28P01', '3D000', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

/** What whoever starts the portal or a command can do something about is one line that names the setting; null for all else. */
export function startProblemLine(
  error: unknown,
  settings: Pick<Settings, 'port' | 'adminPort' | 'host' | 'databaseUrl'> | null,
): string | null {
  if (error instanceof SettingProblem || error instanceof ProfileProblem) return `Wrong setting: ${error.message}`
  if (!(error instanceof Error) || !settings) return null
  const { code, syscall, port, hostname }: SystemError = error
  if (syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === settings.host)) {
    const name = code === 'EADDRINUSE' || code === 'EACCES' ? (port === settings.adminPort ? 'ADMIN_PORT' : 'PORT') : 'HOST'
    return `Wrong setting: ${name} cannot be listened on: ${error.message}`
  }
  if (isDatabaseUnavailable(error) || WRONG_DATABASE_CODES.has(String(code)))
    return `The database does not answer (${settings.databaseUrl ? 'DATABASE_URL' : 'GUICHET_DATA'}): ${error.message || String(code)}`
  return null
}
