import { ProfileProblem } from '#operator/operator-profile.ts'
import { isDatabaseUnavailable } from '#server/database/database-problems.ts'
import { SettingProblem } from '#shared/setting-problem.ts'
import type { Settings } from '#settings/settings.ts'

type SystemError = Error & { code?: unknown; syscall?: unknown; port?: unknown; hostname?: unknown }

/** PostgreSQL's errors for an unknown account, password or database, and the network's for an unknown name. */
const WRONG_DATABASE_CODES = new Set(['28000', '28P01', '3D000', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

/** Problems that an operator can fix at start or in a command are one line each, which names the setting; null for any other error. */
export function startProblemLine(
  error: unknown,
  settings: Pick<Settings, 'port' | 'adminPort' | 'host' | 'databaseUrl' | 'console'> | null,
): string | null {
  if (error instanceof SettingProblem) return error.problems.map((problem) => `Wrong setting: ${problem}`).join('\n')
  if (error instanceof ProfileProblem) return `Wrong setting: ${error.message}`
  if (!(error instanceof Error) || !settings) return null
  const { code, syscall, port, hostname }: SystemError = error
  if (syscall === 'listen' && settings.console && port === settings.console.port)
    return `Wrong setting: CONSOLE_PORT cannot be listened on: ${error.message}`
  if (syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === settings.host)) {
    const name = code === 'EADDRINUSE' || code === 'EACCES' ? (port === settings.adminPort ? 'ADMIN_PORT' : 'PORT') : 'HOST'
    return `Wrong setting: ${name} cannot be listened on: ${error.message}`
  }
  if (isDatabaseUnavailable(error) || WRONG_DATABASE_CODES.has(String(code)))
    return `The database does not answer (${settings.databaseUrl ? 'DATABASE_URL' : 'GUICHET_DATA'}): ${error.message || String(code)}`
  return null
}
