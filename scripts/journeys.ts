import { spawnSync } from 'node:child_process'
import { buildWhenNeeded } from './build-when-needed.ts'
import { clearPictures, writeContactSheet } from './contact-sheet.ts'
import { prepareTestMachine } from './test-machine.ts'

/** Runs the journeys, for example `npm run journeys -- home --headed`; with `--pictures` only screenshots of every page and state. */
prepareTestMachine()
buildWhenNeeded()
const given = process.argv.slice(2)
const wantsPictures = given.includes('--pictures')
const words = given.filter((word) => word !== '--pictures')
if (wantsPictures && words.length === 0) clearPictures()
const config = wantsPictures ? ['--config', 'playwright.pictures.config.ts'] : []
const { status } = spawnSync('playwright', ['test', ...config, ...words], { stdio: 'inherit' })
if (wantsPictures) {
  const { sheet, rows, missing } = writeContactSheet()
  process.stdout.write(`${rows} pages and states in ${sheet}\n${missing.map((file) => `missing: ${file}\n`).join('')}`)
}
process.exit(status ?? 1)
