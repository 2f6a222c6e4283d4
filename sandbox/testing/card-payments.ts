import type { FastifyInstance } from 'fastify'

export const CARDS = { pays: '4084 0840 8408 4081', declined: '4084 0800 0000 5408', insufficient: '4084 0800 0067 0037' } as const

export type CardSimulator = 'paystack' | 'dpo' | 'tingg' | 'uba' | 'cinetpay'
export type Left = { status: number; location: string; to: URL; body: string }

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Presses a button of a pay page and returns where the browser is sent. */
export async function payOn(app: FastifyInstance, face: CardSimulator, id: string, fields: Record<string, string>): Promise<Left> {
  const url = `/sandbox/${face}/pay/${encodeURIComponent(id)}`
  const answer = await app.inject({ method: 'POST', url, headers: FORM, payload: new URLSearchParams(fields).toString() })
  const location = answer.headers.location ?? ''
  return { status: answer.statusCode, location, to: new URL(location, 'http://nowhere'), body: answer.body }
}

export function parametersOf({ to }: Left): Record<string, string> {
  return Object.fromEntries(to.searchParams)
}
