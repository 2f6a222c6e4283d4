import type { Static, TSchema } from 'typebox'

/** One call of the portal: its address, what it takes and what it answers. Types only: nothing of this reaches the phone. */
export type Endpoint = {
  /** By which pages and islands call it. */
  name: string
  method: 'GET' | 'POST'
  url: string
  schema: {
    summary: string
    tags: string[]
    body?: TSchema
    querystring?: TSchema
    headers?: TSchema
    response: { 200: TSchema } & Record<number, TSchema>
  }
}

export type InputOf<E extends Endpoint> = E['schema'] extends { body: infer Body extends TSchema }
  ? Static<Body>
  : E['schema'] extends { querystring: infer Query extends TSchema }
    ? Static<Query>
    : undefined

export type ReplyOf<E extends Endpoint> = Static<E['schema']['response'][200]>
