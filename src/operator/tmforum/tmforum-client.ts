import type { Static, TSchema } from 'typebox'
import { readShape } from '#outbound/json-text.ts'
import { UpstreamError } from '#outbound/upstream-error.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { OperatorResult, OperatorFault } from '#shared/operator-answer.ts'
import { COUNTRY } from '#shared/operator.ts'
import { failed, good, UNAVAILABLE } from '../answers.ts'
import type { OperatorProfile, TmforumSystem } from '../operator-profile.ts'
import type { Clock, OperatorLog } from '../operator-context.ts'
import { mayHaveActed } from '../turned-away.ts'
import { faultOfRefusal } from './answer.messages.ts'
import { announced, nextPage, type NextPage } from './pages.ts'
import { inDocumentWords } from './own-words.ts'
import { valuesAt } from './shapes.ts'
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
  /** The entries of a collection that match a filter. */
  readFiltered<Shape extends TSchema>(read: FilteredRead, shape: Shape): Promise<OperatorResult<Static<Shape>[]>>
  /** Sent once. `unknown` when it may have been executed and we cannot tell. */
  write<Shape extends TSchema>(write: Write, shape: Shape): Promise<WriteAnswer<Static<Shape>>>
}

type FilteredRead = {
  system: TmforumSystem
  path: string
  filter: { path: string; value: string }
  signal?: AbortSignal | undefined
}

type Deps = { profile: OperatorProfile; transport: Transport; clock: Clock; log: OperatorLog }

const MAX_PAGES = 50
export const FEWER_THAN_ANNOUNCED = 'the operator sent fewer entries than it announced'
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
        return good(shaped(shape, inDocumentWords(answer.body, read.system, profile)))
      } catch (error) {
        note(log, { system: read.system, operation: 'read' }, error)
        return UNAVAILABLE
      }
    },
    readAll: (read, shape) => readAll(parts, read, shape),
    readFiltered: (read, shape) => readFiltered(parts, read, shape),
    async write(write, shape) {
      const what = { system: write.system, operation: write.method, reference: write.reference }
      try {
        const answer = await transport.send(write)
        if (answer.status >= 400) {
          const fault = faultOfRefusal(answer, profile.accountRefusalCodes)
          log.info({ ...what, status: answer.status, fault: fault.kind }, 'the operator refused')
          return { ok: false, fault, isConflict: answer.status === 409 }
        }
        return good(shaped(shape, inDocumentWords(answer.body, write.system, profile)))
      } catch (error) {
        const trouble = note(log, what, error)
        return { ok: false, fault: { kind: mayHaveActed(trouble) ? 'unknown' : 'unavailable' }, isConflict: false }
      }
    },
  }
}

async function readAll<Shape extends TSchema>(parts: Deps, read: Read, shape: Shape): Promise<OperatorResult<Static<Shape>[]>> {
  try {
    return await readPages(parts, read, shape)
  } catch (error) {
    note(parts.log, { system: read.system, operation: 'list' }, error)
    return UNAVAILABLE
  }
}

async function readPages<Shape extends TSchema>(
  { transport, profile, log }: Deps,
  read: Read,
  shape: Shape,
): Promise<OperatorResult<Static<Shape>[]>> {
  const { paging } = profile
  const items: Static<Shape>[] = []
  let next: NextPage | null = {
    query: { ...read.query, [paging.offset]: '0', [paging.limit]: String(profile.catalogue.pageSize) },
    isCertain: true,
  }
  let total: number | null = null
  let firstLength = 0
  let first = ''
  for (let page = 0; next && page < MAX_PAGES; page++) {
    // The filter is ours, whatever a link names.
    const { query, isCertain }: NextPage = next
    const answer = await transport.get({ ...read, query: { ...query, ...read.query } })
    if (answer.status >= 400 && !isCertain) break
    if (answer.status >= 400) return failed(faultOfRefusal(answer, profile.accountRefusalCodes))
    // An empty body is an empty list only where the status says so: it may also be truncated.
    const list = answer.status === 204 ? [] : answer.body
    if (!Array.isArray(list)) throw WRONG_SHAPE
    total = announced(answer.headers, paging) ?? total
    // A server without paging sends the same list again.
    if (page > 0 && JSON.stringify(list[0]) === first) break
    first = JSON.stringify(list[0])
    items.push(...list.map((item) => shaped(shape, inDocumentWords(item, read.system, profile))))
    if (page === 0) firstLength = list.length
    next = nextPage(
      answer,
      { query, length: list.length, firstLength, collected: items.length, wasAnnounced: page > 0 && isCertain },
      paging,
    )
    if (next && page === MAX_PAGES - 1) throw TOO_MANY_PAGES
  }
  if (total !== null && items.length < total) log.warn({ system: read.system, announced: total, read: items.length }, FEWER_THAN_ANNOUNCED)
  return good(items)
}

/**
 * The results of a filter. No document declares the filters, so a server may ignore one it does not know and send all customers' resources:
 * a resource that names another value is dropped. By the documents a resource need not name the value at all. Such a one is accepted only
 * when a control query proves that the server applies the filter (docs/decisions/0052-what-a-filter-proves.md). When nothing is left, the
 * response proves nothing and is not trusted.
 */
async function readFiltered<Shape extends TSchema>(
  parts: Deps,
  { system, path, filter, signal }: FilteredRead,
  shape: Shape,
): Promise<OperatorResult<Static<Shape>[]>> {
  const answer = await readAll(parts, { system, path, query: { [filter.path]: filter.value }, signal }, shape)
  if (!answer.ok || answer.value.length === 0) return answer
  const read = answer.value.map((resource) => ({ resource, values: valuesAt(resource, filter.path) }))
  const namesNone = ({ values }: (typeof read)[number]) => values.length === 0
  const namesOurs = ({ values }: (typeof read)[number]) => values.includes(filter.value)
  const isAllOurs = read.every((one) => namesNone(one) || namesOurs(one))
  const isProven = isAllOurs && read.some(namesNone) && (await looksAtFilter())
  const believed = read.filter((one) => namesOurs(one) || (isProven && namesNone(one)))
  if (believed.length > 0) return good(believed.map(({ resource }) => resource))
  parts.log.warn({ system, filter: filter.path }, 'the operator ignores a filter')
  return UNAVAILABLE

  async function looksAtFilter(): Promise<boolean> {
    const unmatched = unmatchableValue(filter.value)
    return unmatched !== filter.value && holdsNothing(parts, { system, path, query: { [filter.path]: unmatched }, signal })
  }
}

/** Whether the operator reports that nothing matches; one entry is requested, and an unusable response counts as no. */
async function holdsNothing({ transport, log, profile: { paging } }: Deps, read: Read): Promise<boolean> {
  try {
    const answer = await transport.get({ ...read, query: { ...read.query, [paging.offset]: '0', [paging.limit]: '1' } })
    const isEmpty = Array.isArray(answer.body) && answer.body.length === 0
    return answer.status === 404 || answer.status === 204 || (answer.status < 400 && isEmpty)
  } catch (error) {
    note(log, { system: read.system, operation: 'list' }, error)
    return false
  }
}

/** An unmatchable value in the same format: a server that returns resources for it ignores the filter. */
export function unmatchableValue(value: string): string {
  return value.replace(/[0-9A-Za-z]/g, '0')
}

/** Names the system and the failure: never an address, a body or the operator's text. */
function note(log: OperatorLog, what: { system: System; operation: string; reference?: string }, error: unknown): UpstreamError {
  if (!(error instanceof UpstreamError)) throw error
  const { why, status, detail } = error
  log.warn({ ...what, why, status, ...(detail !== null && { detail }) }, 'the operator gave no usable answer')
  return error
}

function shaped<Shape extends TSchema>(shape: Shape, value: unknown): Static<Shape> {
  const read = readShape(shape, value)
  if (read === null) throw WRONG_SHAPE
  return read
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
