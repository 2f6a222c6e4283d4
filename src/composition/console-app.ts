import { readFile } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { OPERATOR } from '#operator-record'
import { createAuditChain } from '#console/audit-chain.ts'
import { CONSOLE_PAGES } from '#console/page-table.ts'
import { buildConsole } from '#console/server/console-app.ts'
import type { ConsoleAssets, ConsoleBundle, ConsoleOptions } from '#console/server/console-options.ts'
import { createIdentityProvider } from '#console/server/identity-provider.ts'
import { CALLBACK_PATH } from '#console/server/session-routes.ts'
import type { Clock } from '#server/clock.ts'
import type { ConsoleSettings, Settings } from '#settings/settings.ts'
import type { PortalModule } from './portal-app.ts'

const ROOT = join(import.meta.dirname, '../..')
const BUILT = join(ROOT, 'build/console')

/** The views and files of the console: built once, or in development from the source. */
export type ConsoleSource = Pick<ConsoleOptions, 'loadBundle' | 'loadAssets'>

export function builtConsole(): ConsoleSource {
  const bundle: Promise<ConsoleBundle> = import(join(BUILT, 'console-bundle.js'))
  return { loadBundle: () => bundle, loadAssets: () => consoleAssets(() => readFile(join(BUILT, 'console-script.js'), 'utf8')) }
}

/** The colours of the brand, the portal's meanings, and the console's own sheets, those of its pages last. */
export async function consoleAssets(readScript: () => Promise<string>): Promise<ConsoleAssets> {
  const frame = ['tokens', 'base', 'rail', 'frame', 'pieces', 'marks', 'tables'].map((name) => `src/console/frame/console-${name}.css`)
  const pages = globSync('src/console/pages/**/*.css', { cwd: ROOT }).toSorted()
  const sheets = [
    'src/portal/styles/tokens.css',
    'src/portal/styles/ticket.css',
    ...frame,
    ...pages,
    'src/console/frame/console-widths.css',
  ]
  const texts = await Promise.all(sheets.map((path) => readFile(join(ROOT, path), 'utf8')))
  return { styles: [OPERATOR.look.style, ...texts].join('\n'), script: await readScript() }
}

type Parts = { settings: Settings; console: ConsoleSettings; portal: PortalModule; clock: Clock; source: ConsoleSource }

/** CON-1: the operator's console over the database and the features of the portal; null without an identity provider. */
export function composeConsole({ settings, console, portal, clock, source }: Parts): Promise<FastifyInstance> {
  const { mode, testSystems, secret, secretBefore, trustedProxies } = settings
  const { app, db } = portal
  const callback = new URL(CALLBACK_PATH, console.url)
  return buildConsole({
    url: console.url,
    mode: mode === 'production' ? 'production' : testSystems.length > 0 ? 'testSystems' : 'sandbox',
    hours: console.hours,
    secret,
    secretBefore,
    trustedProxies,
    log: app.log,
    provider: createIdentityProvider({ settings: console, callback, log: app.log }),
    deps: { db, clock, auditChain: createAuditChain({ db, clock }), ...portal.consoleParts },
    pages: CONSOLE_PAGES,
    icon: { type: 'image/svg+xml', body: OPERATOR.look.icons['/favicon.svg']?.svg ?? '' },
    ...source,
  })
}
