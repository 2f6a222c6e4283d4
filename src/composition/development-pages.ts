import { globSync } from 'node:fs'
import { OPERATOR } from '#operator-record'
import type { FastifyInstance } from 'fastify'
import type { ConsoleBundle } from '#console/server/console-options.ts'
import { contractsWithoutSchemas } from '#calls/contract-plugin.ts'
import { build, createServer, type EnvironmentModuleNode, type ViteDevServer } from 'vite'
import { consoleAssets, type ConsoleSource } from './console-app.ts'
import { PAGE_TABLE } from './page-table.ts'
import type * as pageBundle from './pages.tsx'
import type { PageSource } from './run-pages.ts'

async function startVite(app: FastifyInstance): Promise<ViteDevServer> {
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    plugins: [contractsWithoutSchemas()],
    server: { middlewareMode: true, hmr: { server: app.server } },
    // Listed from the start: a package found later would make the browser reload everything.
    optimizeDeps: { entries: ['src/**/*.island.{ts,tsx}', 'src/portal/shell/{shell,fields}.ts'] },
  })
  app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done))
  app.addHook('onClose', () => vite.close())
  // Pages are rendered on the server: on any change the browser reloads them.
  vite.watcher.on('change', (path) => {
    if (path.includes('/src/')) vite.ws.send({ type: 'full-reload' })
  })
  return vite
}

/** Pages straight from their source, reloaded when it changes. Only `npm run dev` uses it. */
export async function developmentSource(app: FastifyInstance): Promise<PageSource> {
  const vite = await startVite(app)
  const islands = new Map(
    globSync('src/features/*/portal/**/*.island.{ts,tsx}').map((file) => [/([^/]+)\.island\.tsx?$/.exec(file)?.[1] ?? '', `/${file}`]),
  )
  return {
    version: 'development',
    async load() {
      const bundle = (await vite.ssrLoadModule('/src/composition/pages.tsx')) as typeof pageBundle
      return {
        bundle,
        filesOf: async (path) => ({
          ...(await allStyles(vite, PAGE_TABLE[path] ?? '')),
          shell: '/src/portal/shell/shell.ts',
          fields: '/src/portal/shell/fields.ts',
          scripts: ['/@vite/client'],
          islandFiles: (name) => [islands.get(name) ?? ''],
        }),
      }
    },
  }
}

async function allStyles(vite: ViteDevServer, file: string) {
  const styles = `${await stylesOf(vite, '/src/composition/pages.tsx')}${await stylesOf(vite, `/src/${file}`)}`
  const announcementStyles = await stylesOf(vite, '/src/portal/layout/announcement.tsx')
  return { styles: OPERATOR.look.style + styles, failureStyles: OPERATOR.look.style + styles, announcementStyles }
}

/** The styles of all imports of a module; other pages, which it only loads dynamically, are left out. */
async function stylesOf(vite: ViteDevServer, url: string): Promise<string> {
  const sheets: string[] = []
  const seen = new Set<EnvironmentModuleNode>()
  function collect(module: EnvironmentModuleNode | undefined): void {
    if (!module || seen.has(module)) return
    seen.add(module)
    for (const imported of module.importedModules) if (!imported.url.endsWith('.page.tsx')) collect(imported)
    if (module.url.endsWith('.css')) sheets.push(module.url)
  }
  collect(await vite.environments.ssr.moduleGraph.getModuleByUrl(url))
  const texts = await Promise.all(sheets.map(async (sheet) => (await vite.ssrLoadModule(`${sheet}?inline`)).default as string))
  return texts.join('')
}

/** Views of the console from their source; their styles and their script as they are at the start. */
export async function developmentConsole(): Promise<ConsoleSource> {
  const vite = await createServer({ configFile: false, appType: 'custom', server: { middlewareMode: true, hmr: false, ws: false } })
  return {
    async loadBundle(): Promise<ConsoleBundle> {
      const { renderPage, renderWrongRole, renderFailure, renderAlone } = await vite.ssrLoadModule('/src/console/console-bundle.tsx')
      return { renderPage, renderWrongRole, renderFailure, renderAlone }
    },
    loadAssets: () => consoleAssets(consoleScript),
  }
}

async function consoleScript(): Promise<string> {
  const input = 'src/console/frame/console-script.ts'
  const built = await build({ configFile: false, logLevel: 'error', build: { write: false, rolldownOptions: { input } } })
  const [chunk] = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  return chunk?.type === 'chunk' ? chunk.code : ''
}

/** The development server adds its own scripts and styles: a strict policy would block them. */
export const LOOSE_POLICY = "default-src 'self' 'unsafe-inline' data: ws:"
