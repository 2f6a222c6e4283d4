import { spawnSync } from 'node:child_process'
import { buildWhenNeeded } from './build-when-needed.ts'
import { prepareTestMachine } from './test-machine.ts'

/** Only the journeys, for example `npm run journeys -- home --headed`. */
prepareTestMachine()
buildWhenNeeded()
process.exit(spawnSync('playwright', ['test', ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1)
