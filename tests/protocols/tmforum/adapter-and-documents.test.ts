import { expect, test } from 'vitest'
import { deviations, type Schema } from '#operator/tmforum/document-types.ts'
import { DOCUMENTED_CALLS, type DocumentedCall, type DocumentedName, pathPattern, REFUSAL_BODY } from '#operator/tmforum/documents.ts'
import { OPERATOR_PROFILES } from '#operator/operator-profiles.ts'
import { anOperator, type OperatorUnderTest } from '../../support/an-operator.ts'
import type { Reading } from './meanings.ts'
import { READINGS } from './readings.ts'
import type { Script, Seen } from '../../support/scripted-server.ts'
import { closed, largest, smallest } from '../samples.ts'

/** What the documents allow, read by the adapter with the meaning that is stated for it (`READINGS`). */
const NAMES = Object.keys(DOCUMENTED_CALLS) as DocumentedName[]
const callNamed = (name: DocumentedName): DocumentedCall => DOCUMENTED_CALLS[name]

const queryOf = ({ url }: Seen) => new URL(url, 'http://x').searchParams
const PAGING = new Set(['offset', 'limit', 'fields'])
/** The question of decision 0052: a server that looks at its filters has nothing there. */
const isControl = (request: Seen) =>
  [...queryOf(request)].some(([name, value]) => !PAGING.has(name) && name !== 'lifecycleStatus' && /^[0+-]+$/.test(value))

async function operatorThatAnswers(reading: Reading, answer: Script): Promise<OperatorUnderTest> {
  const script = (request: Seen): Script => reading.beside?.(request) ?? (isControl(request) ? { json: [] } : answer)
  return anOperator(script, reading.profile ? { profile: reading.profile } : {})
}

function answered({ answer }: DocumentedCall, record: unknown): Script {
  if (answer.holds === null) return { text: '', status: answer.status }
  return { json: answer.isList ? [record] : record, status: answer.status }
}

const recordOf = (of: (schema: Schema) => unknown, call: DocumentedCall, more: object = {}): object => ({
  ...Object(call.answer.holds && of(call.answer.holds)),
  ...more,
})

async function meaningOf(name: DocumentedName, record: object): Promise<unknown> {
  const reading = READINGS[name]
  const { operator } = await operatorThatAnswers(reading, answered(callNamed(name), record))
  return reading.ask(operator)
}

test.for(NAMES)('%s: a response with the required fields only is read as stated', async (name) => {
  expect(await meaningOf(name, recordOf(smallest, callNamed(name)))).toEqual(READINGS[name].meaning.smallest)
})

test.for(NAMES)('%s: with what we rely on it is useful', async (name) => {
  const { useful, meaning } = READINGS[name]
  expect(await meaningOf(name, recordOf(smallest, callNamed(name), useful))).toEqual(meaning.useful)
})

test.for(NAMES)('%s: further documented fields do not change the result', async (name) => {
  const { useful, more, meaning } = READINGS[name]
  expect(await meaningOf(name, recordOf(largest, callNamed(name), { ...useful, ...more }))).toEqual(meaning.useful)
})

test.for(NAMES)('%s: fields that are null are fields that are not there', async (name) => {
  const nothing = Object.fromEntries(Object.keys(recordOf(largest, callNamed(name))).map((field) => [field, null]))
  const record = { ...nothing, ...recordOf(smallest, callNamed(name), READINGS[name].useful) }
  expect(await meaningOf(name, record)).toEqual(READINGS[name].meaning.useful)
})

const ENUM_CASES = NAMES.flatMap((name) =>
  Object.entries(READINGS[name].enumMeanings).flatMap(([field, meanings]) =>
    Object.entries(meanings).map(([word, meaning]) => ({ name, field, word, meaning })),
  ),
)

test.for(ENUM_CASES)('$name: $field "$word" is read as stated', async ({ name, field, word, meaning }) => {
  const record = recordOf(smallest, callNamed(name), { ...READINGS[name].useful, [field]: word })
  expect(await meaningOf(name, record)).toEqual(meaning)
})

/** Enumerated fields that the adapter ignores. */
const IGNORED_FIELDS = new Set(['usageType', 'recurringPeriod', 'costOwner', 'receiverBucketUsageType', 'priority', 'adjustType'])

test.for(NAMES)('%s: no word of the document is without a stated meaning', (name) => {
  const { enumMeanings } = READINGS[name]
  for (const [field, { enum: all }] of Object.entries(callNamed(name).answer.holds?.properties ?? {}))
    if (all && Object.hasOwn(enumMeanings, field)) expect(Object.keys(enumMeanings[field] ?? {}).toSorted()).toEqual([...all].toSorted())
    else if (all) expect(IGNORED_FIELDS).toContain(field)
})

const ERRORS = NAMES.flatMap((name) => callNamed(name).errors.map((status) => ({ name, status })))

test.for(ERRORS)('$name: the documented error $status is read as stated', async ({ name, status }) => {
  const reading = READINGS[name]
  for (const body of [smallest(REFUSAL_BODY), largest(REFUSAL_BODY)]) {
    const { operator } = await operatorThatAnswers(reading, { json: body, status })
    expect(await reading.ask(operator)).toMatchObject(Object(reading.errors[status]))
  }
})

const PATHS = OPERATOR_PROFILES['tmf-v4'].paths

/** The call that a request is, or undefined where no document knows such a call. */
function nameOf({ method, url }: Seen): DocumentedName | undefined {
  const { pathname } = new URL(url, 'http://x')
  return NAMES.find(
    (name) => callNamed(name).method === method && pathPattern(callNamed(name), PATHS[callNamed(name).system]).test(pathname),
  )
}

test.for(NAMES)('%s: every request is legal by the document', async (name) => {
  const reading = READINGS[name]
  const { operator, calls } = await operatorThatAnswers(
    reading,
    answered(callNamed(name), recordOf(smallest, callNamed(name), reading.useful)),
  )
  await reading.ask(operator)
  expect(calls().map(nameOf)).toContain(name)
  for (const call of calls()) {
    const made = nameOf(call)
    if (!made) throw new Error(`${call.method} ${call.url} is in no document`)
    const { sends } = callNamed(made)
    if (call.body === '') expect(sends).toBeNull()
    else expect(deviations(closed(sends ?? {}), JSON.parse(call.body))).toEqual([])
    expect(call.headers['content-type'] ?? 'application/json;charset=utf-8').toBe('application/json;charset=utf-8')
  }
})
