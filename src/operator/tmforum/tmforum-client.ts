import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { UpstreamError } from '#outbound/upstream-error.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { OperatorResult, OperatorFault } from '#shared/operator-answer.ts'
import { COUNTRY } from '#shared/operator.ts'
import { failed, good, UNAVAILABLE } from '../answers.ts'
import type { OperatorProfile } from '../operator-profile.ts'
import type { Clock, OperatorLog } from '../operator-context.ts'
import { mayHaveActed } from '../turned-away.ts'
import { faultOfRefusal, hasMorePages } from './answer.messages.ts'
import type { Read, System, Transport, Write } from './tmforum-transport.ts'

/** A conflict (409) may be an earlier call of ours with the same reference: it is looked up before it counts as a refusal. */
export type WriteAnswer<Value> = { ok: true; value: Value } | { ok: false; fault: OperatorFault; isConflict: boolean }

export type TmforumClient = {
  profile: OperatorProfile
  clock: Clock
  log: OperatorLog
  /** In the operator's number format. */
  wireNumber(msisdn: MobileNumber): string
  readOne<Shape extends TSchema>(read: Read, shape: Shape): Promise<OperatorResult<Static<Shape>>>
  /** Every page of a collection. */
  readAll<Shape extends TSchema>(read: Read, shape: Shape): Promise<OperatorResult<Static<Shape>[]>>
  /** Whether the operator reports that nothing matches; one entry is requested, and an unusable response counts as no. */
  holdsNothing(read: Read): Promise<boolean>
  /** Sent once. `unknown` when it may have been executed and we cannot tell. */
  write<Shape extends TSchema>(write: Write, shape: Shape): Promise<WriteAnswer<Static<Shape>>>
}

type Deps = { profile: OperatorProfile; transport: Transport; clock: Clock; log: OperatorLog }

const MAX_PAGES = 50
const WRONG_SHAPE = new UpstreamError('unreadable', { mayHaveArrived: true })
const TOO_MANY_PAGES = new UpstreamError('too-large', { mayHaveArrived: true })

export function tmforumClient(parts: Deps): TmforumClient {
  const { profile, transport, clock, log } = parts
  return {
    profile,
    clock,
    log,
    wireNumber: (msisdn) => WIRE_NUMBERS[profile.msisdn.format](msisdn),
    async readOne(read, shape) {
      try {
        const answer = await transport.get(read)
        if (answer.status >= 400) return failed(faultOfRefusal(answer, profile.accountRefusalCodes))
        if (!Value.Check(shape, answer.body)) throw WRONG_SHAPE
        return good(answer.body)
      } catch (error) {
        note(log, { system: read.system, operation: 'read' }, error)
        return UNAVAILABLE
      }
    },
    async readAll(read, shape) {
      try {
        return await readPages(parts, read, shape)
      } catch (error) {
        note(log, { system: read.system, operation: 'list' }, error)
        return UNAVAILABLE
      }
    },
    async holdsNothing(read) {
      try {
        const answer = await transport.get({ ...read, query: { ...read.query, offset: '0', limit: '1' } })
        const isEmpty = Array.isArray(answer.body) && answer.body.length === 0
        return answer.status === 404 || answer.status === 204 || (answer.status < 400 && isEmpty)
      } catch (error) {
        note(log, { system: read.system, operation: 'list' }, error)
        return false
      }
    },
    async write(write, shape) {
      const what = { system: write.system, operation: write.method, reference: write.reference }
      try {
        const answer = await transport.send(write)
        if (answer.status >= 400) {
          const fault = faultOfRefusal(answer, profile.accountRefusalCodes)
          log.info({ ...what, status: answer.status, fault: fault.kind }, 'the operator refused')
          return { ok: false, fault, isConflict: answer.status === 409 }
        }
        if (!Value.Check(shape, answer.body)) throw WRONG_SHAPE
        return good(answer.body)
      } catch (error) {
        const trouble = note(log, what, error)
        return { ok: false, fault: { kind: mayHaveActed(trouble) ? 'unknown' : 'unavailable' }, isConflict: false }
      }
    },
  }
}

async function readPages<Shape extends TSchema>(
  { transport, profile }: Deps,
  read: Read,
  shape: Shape,
): Promise<OperatorResult<Static<Shape>[]>> {
  const limit = profile.catalogue.pageSize
  const items: Static<Shape>[] = []
  let first = ''
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await transport.get({ ...read, query: { ...read.query, offset: String(items.length), limit: String(limit) } })
    if (answer.status >= 400) return failed(faultOfRefusal(answer, profile.accountRefusalCodes))
    // An empty body is an empty list only where the status says so: it may also be truncated.
    const list = answer.status === 204 ? [] : answer.body
    if (!isListOf(shape, list)) throw WRONG_SHAPE
    // A server without paging sends the same list again.
    if (page > 0 && JSON.stringify(list[0]) === first) return good(items)
    first = JSON.stringify(list[0])
    items.push(...list)
    if (!hasMorePages(answer, { length: list.length, asked: limit, collected: items.length })) return good(items)
  }
  throw TOO_MANY_PAGES
}

/** Names the system and the failure: never an address, a body or the operator's text. */
function note(log: OperatorLog, what: { system: System; operation: string; reference?: string }, error: unknown): UpstreamError {
  if (!(error instanceof UpstreamError)) throw error
  log.warn({ ...what, why: error.why, status: error.status }, 'the operator gave no usable answer')
  return error
}

function isListOf<Shape extends TSchema>(shape: Shape, list: unknown): list is Static<Shape>[] {
  return Array.isArray(list) && list.every((item) => Value.Check(shape, item))
}

const WIRE_NUMBERS = {
  international: (msisdn) => COUNTRY.dialCode + msisdn,
  'international-plus': (msisdn) => `+${COUNTRY.dialCode}${msisdn}`,
  national: (msisdn) => msisdn,
} as const satisfies Record<OperatorProfile['msisdn']['format'], (msisdn: MobileNumber) => string>

/** An id as one segment of a path; null for one that would lead elsewhere. */
export function pathSegment(id: string): string | null {
  return id === '' || /^\.+$/.test(id) ? null : encodeURIComponent(id)
}
