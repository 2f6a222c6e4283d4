import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|txt|xml)$/
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Compressed once at build time, at the highest level. */
export async function compressAssets(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(
    names
      .filter((name) => COMPRESSIBLE.test(name))
      .map(async (name) => {
        const path = join(folder, name)
        const content = await readFile(path)
        const parameters = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        }
        await writeFile(`${path}.br`, await brotli(content, { params: parameters }))
        await writeFile(`${path}.gz`, await zip(content, { level: 9 }))
      }),
  )
}
