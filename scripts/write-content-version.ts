import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'

export const CONTENT_VERSION_FILE = 'content/version.json'

type ContentVersion = { version: number; digest: string }

export function writtenVersion(): ContentVersion {
  return JSON.parse(readFileSync(CONTENT_VERSION_FILE, 'utf8')) as ContentVersion
}

/** Hash of every shipped text, town, shop and site, independent of the file order. */
export function contentDigest(): string {
  const digest = createHash('sha256')
  for (const path of globSync(['content/{fr,en,data}/*.json', 'operators/*/{places.json,*.csv}']).toSorted())
    digest.update(path).update('\0').update(readFileSync(path)).update('\0')
  return digest.digest('hex').slice(0, 16)
}

if (import.meta.main) {
  const { version, digest } = writtenVersion()
  const current = contentDigest()
  if (current !== digest) writeFileSync(CONTENT_VERSION_FILE, `${JSON.stringify({ version: version + 1, digest: current }, null, 2)}\n`)
}
