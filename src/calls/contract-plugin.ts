import { statSync } from 'node:fs'
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { isCall } from './call-facts.ts'

const CONTRACT = /\/src\/features\/[^/]+\/(?:[a-z]+-)?contract\.ts$/

/** Pages and browsers import calls from contracts and get their facts: a schema that is imported there as a value fails the build. */
export function contractsWithoutSchemas(): Plugin {
  return {
    name: 'contracts-without-schemas',
    enforce: 'pre',
    // A copy for each importer: facts that two islands shared would be a separate file, and one request more. Relative: the id is written
    // into built files, which are the same in every folder (OPS-5).
    async resolveId(source, importer, options) {
      if (!importer || !source.endsWith('contract.ts')) return null
      const contract = await this.resolve(source, importer, { ...options, skipSelf: true })
      return contract && CONTRACT.test(contract.id)
        ? `${contract.id}?for=${encodeURIComponent(relative(process.cwd(), importer))}`
        : contract
    },
    async load(id) {
      const [path = ''] = id.split('?')
      if (!CONTRACT.test(path)) return null
      // The development server loads a changed contract again.
      const version = statSync(path).mtime.getTime()
      const contract = (await import(`${pathToFileURL(path).href}?t=${version}`)) as Record<string, unknown>
      return Object.entries(contract).map(factsOf).join('')
    },
  }
}

function factsOf([name, value]: [string, unknown]): string {
  if (!isCall(value)) return ''
  const { method, url, isRepeatable } = value
  return `export const ${name} = ${JSON.stringify({ method, url, isRepeatable })}\n`
}
