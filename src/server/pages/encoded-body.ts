import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | null

/** A body that is compressed once for each requested encoding, and then cached. */
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
    // A window no larger than the text: the default one takes megabytes for each running compression.
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

/** The body in an encoding that the request accepts, which the reply then names. */
export async function encode(request: FastifyRequest, reply: FastifyReply, body: EncodedBody): Promise<Buffer> {
  const { encoding, bytes } = await body.encode(request.headers['accept-encoding'] ?? '')
  if (encoding) reply.header('content-encoding', encoding)
  return bytes
}

export function encodingFor(acceptEncoding: string): Encoding {
  if (/\bbr\b/.test(acceptEncoding)) return 'br'
  return /\bgzip\b/.test(acceptEncoding) ? 'gzip' : null
}

function windowBits(bytes: number): number {
  const { BROTLI_MIN_WINDOW_BITS, BROTLI_DEFAULT_WINDOW } = constants
  return Math.min(BROTLI_DEFAULT_WINDOW, Math.max(BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(bytes + 16))))
}
