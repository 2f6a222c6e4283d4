import type { FastifyInstance } from 'fastify'

/** Lets the routes of this scope read what an HTML form posts. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 4096 }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
}

/** A field of a form or a query; a repeated or missing one is no text. */
export function textField(fields: unknown, name: string): string {
  const value = (fields as Record<string, unknown> | null)?.[name]
  return typeof value === 'string' ? value : ''
}

/** Only a path of ours: a form must not send its user elsewhere. */
export function pathBack(body: unknown): string {
  const back = textField(body, 'back')
  return /^\/(?![/\\])/.test(back) ? back : '/'
}
