import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** `npm run journeys -- --pictures`: every page and state to look at. No part of npm test. */
export default defineConfig({ ...journeys, testDir: 'tests/pictures', testMatch: '**/every-*.ts', timeout: 600_000 })
