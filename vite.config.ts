import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** The features that every page with a number uses: one file instead of many, claimed before any feature that uses them. */
const RECHARGE_FEATURES = /src\/features\/(line|bundles|purchase|product-config|bills|one-time-code|balance-query)\/(?!.*\.page\.tsx)/

/** The frame, and the few questions that most pages end with. */
const SHARED_BY_PAGES = /src\/(shared|portal)\/|src\/features\/help\/portal\/(context-help|question-list|signposts|from-help)\./

/** What several pages of one feature share becomes one file, named after the feature. */
function featureOf(moduleId: string): string | null {
  const feature = /src\/features\/([^/]+)\//.exec(moduleId)?.[1] ?? null
  // What only wallets need does not travel with the form for cards.
  if (/payment\/portal\/(pin|phone|seal)-/.test(moduleId)) return 'wallet'
  // Its one user so far: a file of its own would be one more round trip.
  if (feature === 'dynamic-form') return 'home-broadband-lead'
  return feature
}

export default defineConfig({
  plugins: [reactRouter()],
  // Short names of classes: they stand in the page, its style and its script.
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    // Old Android phones: syntax down to Chrome 87 costs about one kilobyte.
    target: 'chrome87',
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Names without words: each page and the list of all routes carry them.
            entryFileNames: 'assets/[hash].js',
            chunkFileNames: 'assets/[hash].js',
            // Three files that every page shares, kept for ever by the phone, and one of its own: fewer round trips on a slow link.
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  priority: 3,
                  test: /node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\/|rolldown\/runtime|vite\/preload-helper/,
                },
                { name: 'portal', test: SHARED_BY_PAGES, minShareCount: 2, priority: 2 },
                { name: 'recharge', test: RECHARGE_FEATURES, minShareCount: 2, priority: 1 },
                { name: featureOf, test: /src\/features\/[^/]+\/(?!.*\.page\.tsx)/, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  optimizeDeps: {
    entries: ['src/**/*.page.tsx', 'src/root.tsx', 'src/entry.client.tsx'],
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-router',
      'react-router/dom',
      'leaflet',
      'topojson-client',
    ],
  },
})
