import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { contractsWithoutSchemas } from './contract-plugin.ts'

/** The bundle that a browser would fetch for one module of ours. */
async function builtFor(source: string): Promise<string> {
  const entry = join(import.meta.dirname, 'entry-of-a-test.ts')
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    plugins: [
      contractsWithoutSchemas(),
      { name: 'entry', resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? source : null) },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  })
  if (!Array.isArray(built) && 'output' in built) return built.output.map((file) => ('code' in file ? file.code : '')).join('\n')
  throw new Error('nothing was built')
}

test('S6 of a contract only the facts of the used calls reach a browser', async () => {
  const code = await builtFor(`import { validateNumber } from '#features/line/contract.ts'; export const call = validateNumber`)
  expect(code).toContain('"url": "/orp/bfe/api/portal-service/subscriber/validate"')
  expect(code).not.toMatch(/line-type|summary|additionalProperties|typebox/)
  expect(code.length).toBeLessThan(400)
})

test('S6 a schema that is imported into a page fails the build', async () => {
  const wrong = builtFor(`import { LineType } from '#features/line/contract.ts'; export const schema = LineType`)
  await expect(wrong).rejects.toThrow(/"LineType" is not exported/)
})
