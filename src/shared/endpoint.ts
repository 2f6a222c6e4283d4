import type { Static, TSchema } from 'typebox'
import type { MobileNumber } from './mobile-number.ts'

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

/** What whoever serves the call gets: it has passed the contract, so that a number in it is one. */
export type InputOf<E extends Endpoint> = E['schema'] extends { body: infer Body extends TSchema }
  ? Static<Body>
  : E['schema'] extends { querystring: infer Query extends TSchema }
    ? Static<Query>
    : undefined

/** What a caller may send: what a visitor typed is a text until the contract has looked at it. */
export type SentInputOf<E extends Endpoint> = Sent<InputOf<E>>

export type Sent<T> = T extends MobileNumber
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : { [Key in keyof T]: Sent<T[Key]> }

export type ReplyOf<E extends Endpoint> = Static<E['schema']['response'][200]>
