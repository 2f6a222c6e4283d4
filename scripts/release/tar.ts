export type TarEntry = { path: string; bytes: Buffer; isProgram: boolean }

const BLOCK = 512
const PATH_BYTES = 100

/**
 * The POSIX format (ustar), which every tar reads. Entries are sorted, belong to root and have one time, so that equal files give
 * equal bytes. Folders precede their content.
 */
export function* tarOf(files: readonly TarEntry[], modifiedAt: number): Generator<Buffer> {
  const folders = new Set(files.flatMap(({ path }) => foldersOf(path)))
  const entries = [...[...folders].map((path) => ({ path: `${path}/`, file: null })), ...files.map((file) => ({ path: file.path, file }))]
  for (const { path, file } of entries.toSorted(byPath)) {
    yield headerOf(path, file, modifiedAt)
    if (file) yield file.bytes
    if (file) yield Buffer.alloc(-file.bytes.length & (BLOCK - 1))
  }
  yield Buffer.alloc(2 * BLOCK)
}

/** Sorted by bytes: locale order differs between machines. */
function byPath({ path: one }: { path: string }, { path: other }: { path: string }): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_part, at) => parts.slice(0, at + 1).join('/'))
}

function headerOf(path: string, file: TarEntry | null, modifiedAt: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  const { prefix, name } = splitPath(path)
  header.write(name, 0)
  header.write(octal(file && !file.isProgram ? 0o644 : 0o755, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(file?.bytes.length ?? 0, 12), 124)
  header.write(octal(modifiedAt, 12), 136)
  header.write(' '.repeat(8), 148)
  header.write(file ? '0' : '5', 156)
  header.write('ustar', 257)
  header.write('00', 263)
  header.write('root', 265)
  header.write('root', 297)
  header.write(prefix, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, '0')}\0`
}

/** A long path is cut at a slash: 155 bytes before it, 100 after it. */
function splitPath(path: string): { prefix: string; name: string } {
  if (Buffer.byteLength(path) <= PATH_BYTES) return { prefix: '', name: path }
  const cut = path.indexOf('/', Buffer.byteLength(path) - PATH_BYTES - 1)
  if (cut < 1 || cut > 155 || cut === path.length - 1) throw new Error(`${path} is too long for the archive`)
  return { prefix: path.slice(0, cut), name: path.slice(cut + 1) }
}
