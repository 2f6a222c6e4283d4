import { UpstreamError } from './upstream-error.ts'

type TextLimits = { largestAnswerBytes: number; badText?: 'refused' | 'replaced' }

const LATIN_1 = /^(?:iso-?8859-1|latin-?1|windows-1252|us-ascii)$/i

/**
 * The text of a response. It is UTF-8 where it can be: servers declare ISO-8859-1 and send UTF-8. Else it is what the header, or the
 * beginning of an XML document, declares.
 */
export async function readText(answer: Response, { largestAnswerBytes, badText = 'refused' }: TextLimits): Promise<string> {
  const { status } = answer
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > largestAnswerBytes) throw new UpstreamError('too-large', { mayHaveArrived: true, status })
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  const text = decoded(body, 'utf-8') ?? (LATIN_1.test(declaredIn(answer.headers, body)) ? decoded(body, 'windows-1252') : null)
  if (text !== null) return text
  if (badText === 'replaced') return new TextDecoder().decode(body)
  throw new UpstreamError('unreadable', { mayHaveArrived: true, status })
}

function decoded(body: Buffer, encoding: 'utf-8' | 'windows-1252'): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(body)
  } catch {
    return null
  }
}

function declaredIn(headers: Headers, body: Buffer): string {
  const [, inHeader] = /charset\s*=\s*"?([\w-]+)/i.exec(headers.get('content-type') ?? '') ?? []
  const [, inDocument = ''] = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)/i.exec(body.toString('latin1', 0, 200)) ?? []
  return inHeader ?? inDocument
}
