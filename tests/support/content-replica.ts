import pg from 'pg'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { createSiteContent } from '#features/site-content/server/site-content.ts'
import type { PackageName } from '#features/site-content/content-packages.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'

/** The content of a replica, in a process of its own: it answers what visitors would read. */
const [url = '', name = '', text = ''] = process.argv.slice(2)
const db = openDatabase(new pg.Pool({ connectionString: url, max: 2 }))
const content = createSiteContent({ db, clock: systemClock, seeds: readSeedFiles() })

const read = async () => {
  const pinned = await content.pinned()
  return { words: (await pinned.read(name as PackageName, 'en'))[text], version: Number(await content.version()) }
}
process.on('message', () => {
  void read().then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.send?.('ready')
