import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Problem } from '#shared/problem.ts'
import { receiptPath, receiptPdfPath } from '../rules.ts'

export type PdfMaker = (
  transactionId: string,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<{ pdf: Buffer; reference: string } | null>

/** RCPT-2: created on request for anyone who may see the payment, and never stored. */
export function receiptRoutes(makePdf: PdfMaker): FastifyPluginAsyncTypebox {
  const params = Type.Object({ id: Type.String({ maxLength: 100 }) })
  return async function routes(app) {
    app.route({
      method: 'GET',
      url: receiptPdfPath(':id'),
      schema: { hide: true, params },
      async handler(request, reply) {
        const { id } = request.params
        reply.header('cache-control', 'no-store')
        if (!/^[A-Za-z0-9_-]{22}$/.test(id)) return reply.redirect('/payment/status', 303)
        try {
          const made = await makePdf(id, request, reply)
          if (!made) return await reply.redirect(`/payment/status?id=${encodeURIComponent(id)}`, 303)
          reply.header('content-disposition', `inline; filename="recu-${made.reference}.pdf"`)
          return await reply.type('application/pdf').send(made.pdf)
        } catch (error) {
          // A link leads to a page, also on errors.
          if (error instanceof Problem) return reply.redirect(`${receiptPath(encodeURIComponent(id))}?later`, 303)
          throw error
        }
      },
    })
  }
}
