import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from '../console-request.ts'
import { formOf, readForm, type PostedForm } from './read-form.ts'

const LIMITS = { fields: 20, fieldSize: 5_000, files: 1, parts: 21, headerPairs: 50 }

/**
 * The fields of a form with a file, as far as they stand before it; the file itself is read by the act, after its checks. What no one reads
 * Node reads away, so that the browser sees the answer.
 */
export async function readUpload({ body, headers }: FastifyRequest): Promise<PostedForm> {
  if (typeof body === 'string') return readForm(body)
  const type = headers['content-type']
  if (!isStream(body) || type === undefined) return readForm('')
  const fields = new URLSearchParams()
  const parser = parserOf(type)
  if (!parser) return readForm('')
  parser.on('field', (name, value) => fields.append(name, value))
  const file = await new Promise<UploadedFile | null>((resolve) => {
    parser.on('file', (_field, stream, name) => {
      body.once('error', (error) => stream.destroy(error))
      body.once('aborted', () => stream.destroy(new Error('the upload was broken off')))
      parser.once('error', () => stream.destroy(new Error('the upload was broken off')))
      resolve({ name: name ?? '', bytes: stream })
    })
    parser.once('finish', () => resolve(null))
    parser.once('error', () => resolve(null))
    body.once('error', () => resolve(null))
    body.once('aborted', () => resolve(null))
    body.pipe(parser)
  })
  return formOf(fields, file)
}

function isStream(body: unknown): body is Readable {
  return typeof Object(body).pipe === 'function'
}

/** Null for a type without a boundary. */
function parserOf(type: string): BusboyInstance | null {
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: LIMITS })
  } catch {
    return null
  }
}
