import type { Config } from '@react-router/dev/config'
import { compressAssets } from './scripts/compress-assets.ts'

export default {
  // Route types are generated only below the app directory, and pages live beside the rest of their feature.
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  // The whole route table (a few hundred bytes) travels with the first page: one request less per navigation on a slow link.
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ reactRouterConfig }) {
    await compressAssets(`${reactRouterConfig.buildDirectory}/client`)
  },
} satisfies Config
