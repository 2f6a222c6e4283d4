import { execFile } from 'node:child_process'
import { mkdtemp, open, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const BLOCK = Buffer.alloc(64 * 1024, 1)
const LAST_BLOCK = 4096

/** A separate file system, small enough to fill. */
export type SmallDisk = { folder: string; fill(): Promise<void>; makeRoom(): Promise<void>; remove(): Promise<void> }

/** Null where mounting is not permitted: it needs root. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'guichet-disk-')))
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  )
  if (!isMounted) {
    await rm(folder, { recursive: true })
    return null
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => writeUntilFull(filler),
    makeRoom: () => rm(filler, { force: true }),
    async remove() {
      await run('umount', [folder])
      await rm(folder, { recursive: true })
    },
  }
}

async function writeUntilFull(path: string): Promise<void> {
  const file = await open(path, 'a')
  try {
    for (const block of [BLOCK, BLOCK.subarray(0, LAST_BLOCK)]) while (await hasRoomFor(file, block));
  } finally {
    await file.close()
  }
}

async function hasRoomFor(file: Awaited<ReturnType<typeof open>>, block: Buffer): Promise<boolean> {
  try {
    return (await file.write(block)).bytesWritten === block.length
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}
