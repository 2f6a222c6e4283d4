import type { FastifyBaseLogger } from 'fastify'
import type * as consoleBundle from '../console-bundle.tsx'
import type { ConsoleDeps } from '../console-deps.ts'
import type { ConsolePage } from '../console-page.ts'
import type { IdentityProvider } from './identity-provider.ts'

export type ConsoleBundle = typeof consoleBundle
/** The texts of the style sheet and of the script. */
export type ConsoleAssets = { styles: string; script: string }

export type ConsoleOptions = {
  /** Its address for staff; any other host is refused. */
  url: URL
  mode: 'production' | 'sandbox' | 'testSystems'
  /** The hours of a session. */
  hours: number
  secret: string
  secretBefore: string | null
  trustedProxies: readonly string[]
  log: FastifyBaseLogger
  provider: IdentityProvider
  deps: ConsoleDeps
  pages: readonly ConsolePage[]
  /** The built views; in development those of the source. */
  loadBundle(): Promise<ConsoleBundle>
  loadAssets(): Promise<ConsoleAssets>
  icon: { type: string; body: string }
}
