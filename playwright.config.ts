import { defineConfig } from '@playwright/test'
import { findTestBrowser } from './tests/support/chromium.ts'

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.journey.ts',
  globalSetup: './tests/support/start-for-tests.ts',
  outputDir: 'test-results',
  // A journey waits for a third of its time: with one for each core, that much of the machine would stand idle.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  timeout: 90_000,
  // A condition may take long on a busy machine; what is right never waits for it.
  expect: { timeout: 15_000 },
  use: {
    locale: 'fr-FR',
    // The worker that keeps the offline page would stand between a journey and what it makes fail; its own journeys allow it.
    serviceWorkers: 'block',
    viewport: { width: 360, height: 740 },
    // What moves between two pages would be waited for before every press; the journeys of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: findTestBrowser(), args: ['--no-sandbox'] },
    screenshot: 'only-on-failure',
    // Recording every journey costs half as much again: npm test records those that failed, once more.
    trace: 'off',
  },
})
