import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { ALL_FLAGS_FOLDER } from './tests/operators/all-flags/folder.ts'
import { contractsWithoutSchemas } from './src/calls/contract-plugin.ts'
import { findTestBrowser } from './tests/support/chromium.ts'

/** On a busy machine what is waited for takes longer than the second that is the default. */
const expect = { poll: { timeout: 15_000 } }

const onDatabase = {
  globalSetup: 'tests/support/database-for-tests.ts',
  setupFiles: 'tests/support/report-causes.ts',
  // Reading every module again for every file cost half of the processor time; no module keeps what a test could trip over.
  isolate: false,
  expect,
  testTimeout: 60_000,
  hookTimeout: 30_000,
}

export default defineConfig({
  test: {
    // Most of these tests wait for sockets, not for the processor: more of them at once than there are cores.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'rules and calls',
          include: [
            'src/**/*.test.ts',
            'sandbox/**/*.test.ts',
            '{scripts,drills}/**/*.test.ts',
            'tests/{architecture,pages,protocols}/**/*.test.ts',
          ],
          ...onDatabase,
        },
      },
      {
        // Modules read the operator's record while they load: another operator needs workers of its own.
        test: {
          name: 'cd-mwinda',
          include: ['tests/operators/cd-mwinda/**/*.test.ts'],
          env: { GUICHET_OPERATOR: 'cd-mwinda', GUICHET_DRAFT_LANGUAGES: 'yes' },
          ...onDatabase,
        },
      },
      {
        test: {
          name: 'all-flags',
          include: ['tests/operators/all-flags/**/*.test.ts'],
          env: { GUICHET_OPERATOR: ALL_FLAGS_FOLDER },
          ...onDatabase,
        },
      },
      {
        // After the build, by itself: it starts a release as an operator does.
        test: {
          name: 'release',
          include: ['tests/release/**/*.test.ts'],
          globalSetup: 'tests/support/database-for-tests.ts',
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      {
        plugins: [contractsWithoutSchemas()],
        resolve: { alias: { '#operator-record': join(import.meta.dirname, 'tests/support/operator-for-components.ts') } },
        // Known from the start: a package found in the middle of a run would make the browser load everything again.
        optimizeDeps: {
          include: [
            'react',
            'react/jsx-dev-runtime',
            'react-dom',
            'react-dom/client',
            'react-dom/server',
            'vitest-browser-react',
            'leaflet',
            'topojson-client',
          ],
        },
        // Components in a real browser: what they promise is about focus, keys and what is announced.
        test: {
          name: 'components',
          include: ['src/**/*.test.tsx'],
          expect,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath: findTestBrowser(), args: ['--no-sandbox'] } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
