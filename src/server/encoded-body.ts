import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A body that is compressed once for each encoding somebody asks for, and then kept. */
export type EncodedBody = { encode(acceptEncoding: string): Promise<{ encoding: 'br' | 'gzip' | null; bytes: Buffer }> }

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export function encodedBody(text: string, brotliQuality: number): EncodedBody {
  const plain = Buffer.from(text)
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
      if (/\bbr\b/.test(acceptEncoding)) return { encoding: 'br', bytes: await (br ??= brotli(plain, { params })) }
      if (/\bgzip\b/.test(acceptEncoding)) return { encoding: 'gzip', bytes: await (gz ??= zip(plain)) }
      return { encoding: null, bytes: plain }
    },
  }
}

function windowBits(bytes: number): number {
  const { BROTLI_MIN_WINDOW_BITS, BROTLI_DEFAULT_WINDOW } = constants
  return Math.min(BROTLI_DEFAULT_WINDOW, Math.max(BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(bytes + 16))))
}
