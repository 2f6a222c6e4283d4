import { join } from 'node:path'

export type SandboxSettings = {
  port: number
  folder: string
  portalUrl: string
  consoleUrl: string
  /** A file for one line per answered call, 'silent' for not even the ready line, or undefined. */
  log: string | undefined
  ussd: { code: string; key: string }
  /** Where a program may bind by SMPP to carry the phones' USSD; null for nowhere. */
  smppPort: number | null
}

export type ReadSettings = { kind: 'settings'; settings: SandboxSettings } | { kind: 'refused'; reason: string }

export const SANDBOX_USSD = { code: '*222#', key: 'sandbox-ussd' }
export const SANDBOX_SMPP = { systemId: 'kannel', password: 'sandbox' }
const DEFAULT_PORT = '3001'
const DEFAULT_PORTAL_URL = 'http://localhost:3000'
const DEFAULT_CONSOLE_URL = 'http://localhost:3003'
const DEFAULT_DATA_FOLDER = './data'

export function readSandboxSettings(environment: NodeJS.ProcessEnv): ReadSettings {
  if (environment['GUICHET_MODE'] === 'production') return refused('the sandbox does not run in production mode (GUICHET_MODE=production)')

  const port = environment['SANDBOX_PORT'] || DEFAULT_PORT
  if (!isPort(port)) return refused(`SANDBOX_PORT must be a port number, not "${port}"`)
  const smppPort = environment['SANDBOX_SMPP_PORT'] || null
  if (smppPort !== null && !isPort(smppPort)) return refused(`SANDBOX_SMPP_PORT must be a port number, not "${smppPort}"`)

  const portalUrl = environment['PORTAL_URL'] || DEFAULT_PORTAL_URL
  if (!URL.canParse(portalUrl) || !/^https?:$/.test(new URL(portalUrl).protocol)) {
    return refused(`PORTAL_URL must be an http address, not "${portalUrl}"`)
  }

  const consoleUrl = environment['CONSOLE_URL'] || DEFAULT_CONSOLE_URL
  if (!URL.canParse(consoleUrl)) return refused(`CONSOLE_URL must be an http address, not "${consoleUrl}"`)

  const folder = join(environment['GUICHET_DATA'] || DEFAULT_DATA_FOLDER, 'sandbox')
  const ussd = { code: environment['USSD_CODE'] || SANDBOX_USSD.code, key: environment['USSD_KEY'] || SANDBOX_USSD.key }
  return {
    kind: 'settings',
    settings: {
      port: Number(port),
      folder,
      portalUrl,
      consoleUrl,
      log: environment['SANDBOX_LOG'] || undefined,
      ussd,
      smppPort: smppPort === null ? null : Number(smppPort),
    },
  }
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535
}

function refused(reason: string): ReadSettings {
  return { kind: 'refused', reason }
}
