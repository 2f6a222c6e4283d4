import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { analyticsRoutes } from '#features/analytics/server/analytics.routes.ts'
import { sealingRoutes } from '#features/sealing/server/sealing.routes.ts'
import { readSeedFiles } from '#features/site-content/server/seed-files.ts'
import { openSiteContent, seedContent } from '#features/site-content/server/site-content.ts'
import { siteContentRoutes } from '#features/site-content/server/site-content.routes.ts'
import { visitRoutes } from '#features/visit/server/visit.routes.ts'
import { buildApp } from '#server/app.ts'
import { systemClock, type Clock } from '#server/clock.ts'
import { openDatabase, type Database } from '#server/database.ts'
import { createMetrics, type Metrics } from '#server/metrics.ts'
import { openSealing, type Sealing } from '#server/sealing.ts'
import { openVisits, type Visits } from '#server/visits.ts'
import type { Settings } from './settings.ts'

export type PortalParts = {
  app: FastifyInstance
  db: Database
  visits: Visits
  sealing: Sealing
  metrics: Metrics
  contentVersion: () => Promise<string>
}

/** Joins settings, database and features into the portal's calls. Tests build it too, on a database of their own. */
export async function buildPortal(settings: Settings, pool: pg.Pool, clock: Clock = systemClock): Promise<PortalParts> {
  const db = openDatabase(pool)
  const seeds = readSeedFiles()
  await seedContent(db, seeds)
  const content = openSiteContent({ db, clock, seeds })
  const visits = openVisits({ db, clock, isSecure: settings.publicUrl.protocol === 'https:' })
  const sealing = openSealing({ db, clock, secret: settings.secret })
  const metrics = createMetrics()
  const app = await buildApp({
    publicOrigin: settings.publicUrl.origin,
    isProduction: settings.mode === 'production',
    trustedProxies: settings.trustedProxies,
    logLevel: settings.logLevel,
    words: async (kind, language) => String((await content.read('problem-translation', language))[kind]),
    metrics,
    checkReady: async () => void (await pool.query('select 1')),
    routes: [siteContentRoutes(content), visitRoutes(visits), analyticsRoutes({ db, clock }), sealingRoutes(sealing)],
  })
  return { app, db, visits, sealing, metrics, contentVersion: content.version }
}
