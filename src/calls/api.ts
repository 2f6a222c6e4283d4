import type { Failure } from '#shared/failure.ts'
import type { CallFacts } from './call-facts.ts'
import type { Calls } from './contracts.ts'
import type { ReplyOf, SentInputOf } from './define-call.ts'

/** `bearer`: the token from a verified one-time code, for the calls of the PIN flows (MM-3). */
export type CallExtras = { signal?: AbortSignal; bearer?: string }

type Sender<C, Lost> = (
  ...args: undefined extends SentInputOf<C> ? [input?: undefined, extras?: CallExtras] : [input: SentInputOf<C>, extras?: CallExtras]
) => Promise<ReplyOf<C> | Failure | Lost>

/** Calls as functions. `Lost` is the result of a call whose response was lost: possible in the browser, and never inside the server. */
export type Client<Named, Lost = never> = { [Name in keyof Named]: Sender<Named[Name], Lost> }

/** Every call by its name. */
export type Api<Lost = never> = Client<Calls, Lost>

export type SentCall<C = CallFacts> = { name: string; call: C; input: unknown; extras: CallExtras }

/** Typed calls over one transport. The transport has validated the response; here it gets its type. */
export function clientOf<Named extends Record<string, CallFacts>, Lost = never>(
  calls: Named,
  send: (sent: SentCall<Named[keyof Named]>) => Promise<unknown>,
): Client<Named, Lost> {
  const client: Partial<Record<keyof Named, unknown>> = {}
  for (const name in calls) client[name] = (input: unknown, extras: CallExtras = {}) => send({ name, call: calls[name], input, extras })
  return client as Client<Named, Lost>
}
