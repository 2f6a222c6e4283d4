import { parseArgs } from 'node:util'
import { buildWhenNeeded } from '../scripts/build-when-needed.ts'
import type { BenchOptions } from './bench-options.ts'
import { measureGrowth } from './measure-growth.ts'
import { measureLighthouse } from './measure-lighthouse.ts'
import { measurePages } from './measure-pages.ts'
import { measurePayments } from './measure-payments.ts'
import { measurePhones } from './measure-phones.ts'
import { measureServer } from './measure-server.ts'
import { measureStatements } from './measure-statements.ts'
import { measureUssd } from './measure-ussd.ts'
import { writeSection, type Section } from './performance-page.ts'

const PARTS = {
  pages: measurePages,
  phones: measurePhones,
  lighthouse: measureLighthouse,
  server: measureServer,
  payments: measurePayments,
  growth: measureGrowth,
  ussd: measureUssd,
  statements: measureStatements,
} as const satisfies Record<string, (options: BenchOptions) => Promise<Section>>

const USAGE = `npm run bench -- [${Object.keys(PARTS).join('|')}] [--seconds 10] [--rounds 3] [--paths /,/gethelp] [--stored 10000,2000000]`

/** Measures the portal part by part and writes docs/performance.md. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '3' },
      paths: { type: 'string', default: '' },
      stored: { type: 'string', default: '10000,2000000' },
    },
  })
  const unknown = positionals.find((name) => !Object.hasOwn(PARTS, name))
  if (unknown) throw new Error(`there is no part '${unknown}': ${USAGE}`)
  const options: BenchOptions = {
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    paths: values.paths.split(',').filter(Boolean),
    stored: values.stored.split(',').map(Number),
  }
  buildWhenNeeded()
  for (const [name, measure] of Object.entries(PARTS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    process.stdout.write(`\n${name} ...\n`)
    process.stdout.write(await writeSection(name, await measure(options)))
  }
}

await main()
process.exit(0)
