import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip' | null

/** A body that is compressed once for each encoding somebody asks for, and then kept. */
export type EncodedBody = { encode(acceptEncoding: string): Promise<{ encoding: Encoding; bytes: Buffer }> }

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export function encodedBody(content: string | Buffer, brotliQuality: number): EncodedBody {
  const plain = typeof content === 'string' ? Buffer.from(content) : content
  let br: Promise<Buffer> | undefined
  let gz: Promise<Buffer> | undefined
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    // A window no larger than the text: the default one takes megabytes for each compression under way.
    [constants.BROTLI_PARAM_LGWIN]: windowBits(plain.length),
  }
  return {
    async encode(acceptEncoding) {
      const encoding = encodingFor(acceptEncoding)
      if (encoding === 'br') return { encoding, bytes: await (br ??= brotli(plain, { params })) }
      if (encoding === 'gzip') return { encoding, bytes: await (gz ??= zip(plain)) }
      return { encoding, bytes: plain }
    },
  }
}

/**
 * Compressing takes as long as rendering, and most who have a visit see the same page as somebody before them: what came out the same a moment
 * ago is not compressed again. The one that was asked for the longest ago goes first.
 */
export function rememberBodies(mostBodies: number): (content: Buffer, brotliQuality: number, name: string) => EncodedBody {
  const known = new Map<string, EncodedBody>()
  return (content, brotliQuality, name) => {
    const key = `${brotliQuality} ${name}`
    const body = known.get(key) ?? encodedBody(content, brotliQuality)
    known.delete(key)
    known.set(key, body)
    const [oldest] = known.keys()
    if (known.size > mostBodies && oldest !== undefined) known.delete(oldest)
    return body
  }
}

export function encodingFor(acceptEncoding: string): Encoding {
  if (/\bbr\b/.test(acceptEncoding)) return 'br'
  return /\bgzip\b/.test(acceptEncoding) ? 'gzip' : null
}

function windowBits(bytes: number): number {
  const { BROTLI_MIN_WINDOW_BITS, BROTLI_DEFAULT_WINDOW } = constants
  return Math.min(BROTLI_DEFAULT_WINDOW, Math.max(BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(bytes + 16))))
}
