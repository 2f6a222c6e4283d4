import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** The features that every page with a number uses: one file instead of many. */
const RECHARGE_FEATURES = new Set(['line', 'bundles', 'purchase', 'product-config', 'bills', 'one-time-code', 'balance-query'])

/** The frame, and the few questions that most pages end with. */
const SHARED_BY_PAGES = /src\/(shared|portal)\/|src\/features\/help\/portal\/(context-help|question-list|signposts|from-help)\./

/** What several pages of one feature share becomes one file, named after the feature. */
function featureOf(moduleId: string): string | null {
  const feature = /src\/features\/([^/]+)\//.exec(moduleId)?.[1] ?? null
  // Its one user so far: a file of its own would be one more round trip.
  if (feature === 'dynamic-form') return 'home-broadband-lead'
  return feature && RECHARGE_FEATURES.has(feature) ? 'recharge' : feature
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
            // Three files that every page shares, kept for ever by the phone, and one of its own: fewer round trips on a slow link.
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\/|rolldown\/runtime|vite\/preload-helper/,
                },
                { name: 'portal', test: SHARED_BY_PAGES, minShareCount: 2 },
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
