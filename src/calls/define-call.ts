import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { ProblemKind } from '#shared/problem.ts'
import { reply } from '#shared/reply.ts'
import { API_PREFIX } from './addresses.ts'
import type { CallFacts } from './call-facts.ts'

type Method = CallFacts['method']

/**
 * Whether a response may be cached on its way to the visitor. `no-store`: the response is not cached; pages rendered with it may be.
 * `private`: belongs to one visit or to the holder of one link (decision 0034): neither the response nor a page rendered with it is cached.
 */
type Privacy = 'no-store' | 'private'
/** `vary`: the request headers that a shared response depends on. A function decides by the result. */
export type Caching<Result> = Privacy | { seconds: number; vary?: string } | ((result: Result) => Privacy)

/**
 * Who may call. `own-pages`: not links, foreign sites or prefetching browsers (S8). `visitOr`: only a visit; others get the named problem.
 * `bearer`: with the token of a verified one-time code (MM-3). The content of a response may depend on the visit in any case.
 */
export type Access = 'anyone' | 'own-pages' | { visitOr: ProblemKind; bearer?: true }

type Declaration<Input, Reply extends TSchema, ReplyAlso, Allowed> = {
  /** A method, and a path below the API prefix or an absolute one. */
  route: `${Method} ${string}`
  /** Further paths of the same call. */
  alsoAt?: readonly string[]
  /**
   * GEN-8: may be sent again when its response was lost. False for calls that move money, use up a code, send an SMS, add a row or count.
   */
  isRepeatable: boolean
  caching: Caching<Static<Reply>>
  access: Allowed
  summary: string
  tags: readonly string[]
  /** The body of a POST, the query of a GET. */
  input?: Input
  /** The `result` of a success. */
  reply: Reply
  /** Fields beside `result`. */
  replyAlso?: ReplyAlso
}

/** A call of the portal as its contract declares it. Browsers get its `CallFacts` only (`contract-plugin.ts`). */
export type Call<Input = unknown, Reply extends TSchema = TSchema, ReplyAlso = unknown, Allowed = Access> = CallFacts & {
  /** Its own path first. */
  urls: readonly [string, ...string[]]
  caching: Caching<never>
  access: Allowed
  input?: Input
  reply: Reply
  replyAlso?: ReplyAlso
  /** What the server validates and OpenAPI describes. */
  schema: { summary: string; tags: readonly string[]; body?: TSchema; querystring?: TSchema; headers?: TSchema; response: { 200: TSchema } }
}

const Bearer = Type.Object({ authorization: Type.String({ pattern: '^Bearer [A-Za-z0-9_-]{22}$' }) })

export function defineCall<
  Reply extends TSchema,
  Input extends TSchema | undefined = undefined,
  ReplyAlso extends TProperties | undefined = undefined,
  const Allowed extends Access = Access,
>(declaration: Declaration<Input, Reply, ReplyAlso, Allowed>): Call<Input, Reply, ReplyAlso, Allowed> {
  const { route, alsoAt = [], isRepeatable, caching, access, summary, tags, input, replyAlso } = declaration
  const [method, path] = route.split(' ') as [Method, string]
  return {
    method,
    url: urlOf(path),
    urls: [urlOf(path), ...alsoAt.map(urlOf)],
    isRepeatable,
    caching,
    access,
    input,
    reply: declaration.reply,
    replyAlso,
    schema: {
      summary,
      tags,
      ...(input && (method === 'GET' ? { querystring: input } : { body: input })),
      ...(typeof access === 'object' && access.bearer && { headers: Bearer }),
      response: { 200: Type.Object({ ...reply(declaration.reply).properties, ...replyAlso }) },
    },
  }
}

function urlOf(path: string): string {
  return path.startsWith('/') ? path : `${API_PREFIX}/${path}`
}

/** The handler's input: it has passed the contract, so that a number in it is valid. */
export type InputOf<C> = C extends Call<infer Input> ? (Input extends TSchema ? Static<Input> : undefined) : never

/** A caller's input: typed text until the contract has validated it. */
export type SentInputOf<C> = Sent<InputOf<C>>

export type Sent<T> = T extends MobileNumber
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : { [Key in keyof T]: Sent<T[Key]> }

export type ReplyOf<C> =
  C extends Call<unknown, infer Reply, infer Also>
    ? { status: 'success'; statusCode: 200; result: Static<Reply> } & (Also extends TProperties
        ? { [Key in keyof Also]: Static<Also[Key]> }
        : unknown)
    : never
