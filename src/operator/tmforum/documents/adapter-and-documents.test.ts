import { expect, test } from 'vitest'
import { OPERATOR_PROFILES } from '../../operator-profiles.ts'
import { anOperator, type OperatorUnderTest } from '../../testing/an-operator.ts'
import type { Reading } from '../../testing/document-meanings.ts'
import { READINGS } from '../../testing/document-readings.ts'
import type { Script, Seen } from '../../testing/scripted-server.ts'
import { deviations } from './deviations.ts'
import { type Kind, largest, smallest, wordsOf } from './document-shapes.ts'
import { EVERY_MESSAGE, messageNamed, type MessageName } from './every-message.ts'
import { type Message, RefusalBody } from './message.ts'

/** What the documents allow, read by the adapter with the meaning that is stated for it (`READINGS`). */
const NAMES = EVERY_MESSAGE.map(({ name }) => name)

const queryOf = ({ url }: Seen) => new URL(url, 'http://x').searchParams
const PAGING = new Set(['offset', 'limit', 'fields'])
/** The question of decision 0052: a server that looks at its filters has nothing there. */
const isControl = (request: Seen) =>
  [...queryOf(request)].some(([name, value]) => !PAGING.has(name) && name !== 'lifecycleStatus' && /^[0+-]+$/.test(value))

async function operatorThatAnswers(reading: Reading, answer: Script): Promise<OperatorUnderTest> {
  const script = (request: Seen): Script => reading.beside?.(request) ?? (isControl(request) ? { json: [] } : answer)
  return anOperator(script, reading.profile ? { profile: reading.profile } : {})
}

function answered({ answer }: Message, record: unknown): Script {
  if (answer.holds === null) return { text: '', status: answer.status }
  return { json: answer.isList ? [record] : record, status: answer.status }
}

const holdsOf = (message: Message): Kind => message.answer.holds ?? { kind: 'unread' }
const recordOf = (of: (kind: Kind) => unknown, message: Message, more: object = {}): object => ({
  ...Object(of(holdsOf(message))),
  ...more,
})

async function meaningOf(name: MessageName, record: object): Promise<unknown> {
  const reading = READINGS[name]
  const { operator } = await operatorThatAnswers(reading, answered(messageNamed(name), record))
  return reading.ask(operator)
}

test.for(NAMES)('%s: what the document requires, and nothing else, is read as stated', async (name) => {
  expect(await meaningOf(name, recordOf(smallest, messageNamed(name)))).toEqual(READINGS[name].meaning.smallest)
})

test.for(NAMES)('%s: with what we rely on it is useful', async (name) => {
  const { useful, meaning } = READINGS[name]
  expect(await meaningOf(name, recordOf(smallest, messageNamed(name), useful))).toEqual(meaning.useful)
})

test.for(NAMES)('%s: everything that the document knows changes nothing', async (name) => {
  const { useful, ours, meaning } = READINGS[name]
  expect(await meaningOf(name, recordOf(largest, messageNamed(name), { ...useful, ...ours }))).toEqual(meaning.useful)
})

test.for(NAMES)('%s: fields that are null are fields that are not there', async (name) => {
  const nothing = Object.fromEntries(Object.keys(recordOf(largest, messageNamed(name))).map((field) => [field, null]))
  const record = { ...nothing, ...recordOf(smallest, messageNamed(name), READINGS[name].useful) }
  expect(await meaningOf(name, record)).toEqual(READINGS[name].meaning.useful)
})

const WORDS = NAMES.flatMap((name) =>
  Object.entries(READINGS[name].words).flatMap(([field, meanings]) =>
    Object.entries(meanings).map(([word, meaning]) => ({ name, field, word, meaning })),
  ),
)

test.for(WORDS)('$name: $field "$word" is read as stated', async ({ name, field, word, meaning }) => {
  const record = recordOf(smallest, messageNamed(name), { ...READINGS[name].useful, [field]: word })
  expect(await meaningOf(name, record)).toEqual(meaning)
})

/** Words that change nothing for us, whatever they are. */
const NOT_LOOKED_AT = new Set(['usageType', 'recurringPeriod', 'costOwner', 'receiverBucketUsageType', 'priority', 'adjustType'])

test.for(NAMES)('%s: no word of the document is without a stated meaning', (name) => {
  const { words } = READINGS[name]
  for (const { field, words: all } of wordsOf(holdsOf(messageNamed(name))))
    if (Object.hasOwn(words, field)) expect(Object.keys(words[field] ?? {}).toSorted()).toEqual([...all].toSorted())
    else expect(NOT_LOOKED_AT).toContain(field)
})

const ERRORS = NAMES.flatMap((name) => messageNamed(name).errors.map((status) => ({ name, status })))

test.for(ERRORS)('$name: the documented error $status is read as stated', async ({ name, status }) => {
  const reading = READINGS[name]
  for (const body of [smallest(RefusalBody), largest(RefusalBody)]) {
    const { operator } = await operatorThatAnswers(reading, { json: body, status })
    expect(await reading.ask(operator)).toMatchObject(Object(reading.errors[status]))
  }
})

const PATHS = OPERATOR_PROFILES['tmf-v4'].paths

/** The message that a request is, or null where no document knows such a call. */
function messageOf({ method, url }: Seen): Message | null {
  const { pathname } = new URL(url, 'http://x')
  return EVERY_MESSAGE.find((one) => one.method === method && pathOf(one).test(pathname)) ?? null
}

const pathOf = ({ system, path }: Message) => new RegExp(`^${PATHS[system]}${path.replace('{id}', '[^/]+')}$`)

test.for(NAMES)('%s: everything that is sent is legal by the document', async (name) => {
  const reading = READINGS[name]
  const { operator, calls } = await operatorThatAnswers(
    reading,
    answered(messageNamed(name), recordOf(smallest, messageNamed(name), reading.useful)),
  )
  await reading.ask(operator)
  expect(calls().map((call) => messageOf(call)?.name)).toContain(name)
  for (const call of calls()) {
    const message = messageOf(call)
    expect(message, `${call.method} ${call.url}`).not.toBeNull()
    if (call.body === '') expect(message?.sends).toBeUndefined()
    else expect(deviations(message?.sends ?? { kind: 'unread' }, JSON.parse(call.body), { isClosed: true })).toEqual([])
    expect(call.headers['content-type'] ?? 'application/json;charset=utf-8').toBe('application/json;charset=utf-8')
  }
})
