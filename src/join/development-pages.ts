import { globSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { createServer, type EnvironmentModuleNode, type ViteDevServer } from 'vite'
import { PAGE_TABLE } from './page-table.ts'
import type * as pageBundle from './pages.tsx'
import type { PageSource } from './run-pages.ts'

async function startVite(app: FastifyInstance): Promise<ViteDevServer> {
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
    // Known from the start: a package found later would make the browser load everything again.
    optimizeDeps: { entries: ['src/**/*.island.{ts,tsx}', 'src/portal/shell/{shell,fields}.ts'] },
  })
  app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done))
  app.addHook('onClose', () => vite.close())
  // Pages are the server's: whatever changes in them, the browser loads them again.
  vite.watcher.on('change', (path) => {
    if (path.includes('/src/')) vite.ws.send({ type: 'full-reload' })
  })
  return vite
}

/** Pages straight from their source, reloading as it changes. Only `npm run dev` comes here. */
export async function developmentSource(app: FastifyInstance): Promise<PageSource> {
  const vite = await startVite(app)
  const islands = new Map(
    globSync('src/features/*/portal/**/*.island.{ts,tsx}').map((file) => [/([^/]+)\.island\.tsx?$/.exec(file)?.[1] ?? '', `/${file}`]),
  )
  return {
    version: 'development',
    async load() {
      const bundle = (await vite.ssrLoadModule('/src/join/pages.tsx')) as typeof pageBundle
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
  const styles = `${await stylesOf(vite, '/src/join/pages.tsx')}${await stylesOf(vite, `/src/${file}`)}`
  return { styles, failureStyles: styles }
}

/** The style of everything that a module imports; other pages, which it only knows how to load, are left out. */
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

/** The development server adds scripts and styles of its own: a strict policy would only be in its way. */
export const LOOSE_POLICY = "default-src 'self' 'unsafe-inline' data: ws:"
