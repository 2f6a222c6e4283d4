import { expect, test } from 'vitest'
import { deviations, type Schema } from '#operator/tmforum/document-types.ts'
import type { ConnectorContext } from '#payment-connectors/payment-connector.ts'
import { aContext } from '#payment-connectors/testing/connector-testing.ts'
import { largest, smallest } from './make-messages.ts'
import type { Answer, ProtocolDocument, Reading } from './protocol-document.ts'
import { callOf, urlOf, watchExchanges } from './watch-exchanges.ts'
import { answeredAs, written } from './wire-texts.ts'

const SIZES = ['smallest', 'largest'] as const
type Size = (typeof SIZES)[number]

/** Runs one reading: the provider answers as in the table, and the connector's requests are checked against the table too. */
export type ScriptedReading = Reading & { text: string; context: ConnectorContext }

/** (a) and (b) of decision 0051: every documented answer, smallest and largest, has the stated meaning; every request meanwhile is legal. */
export function testReadings(document: ProtocolDocument, apiUrl: string, read: (asked: ScriptedReading) => Promise<string>): void {
  for (const reading of document.readings)
    for (const size of SIZES.filter((each) => (reading.size ?? each) === each))
      test(`${titleOf(reading)}, ${size}: ${reading.means}`, async () => {
        const call = document.calls[reading.of]
        const text = written(bodyOf(document, reading, size), call ? answeredAs(call) : (document.webhooksWrittenAs ?? 'json'))
        const { context, found } = scripted(document, apiUrl, { reading, size })
        expect(await read({ ...reading, text, context })).toBe(reading.means)
        expect([...found]).toEqual([])
      })

  test('every deciding value has a reading, and so has every response of every call', () => {
    expect([...undecided(document), ...unread(document)]).toEqual([])
  })
}

function titleOf({ of, when, status, message, given }: Reading): string {
  const shown = JSON.stringify(given)
  return [of, when && `(${when})`, status, message, shown === '{}' ? '' : shown.slice(0, 90)].filter(Boolean).join(' ')
}

function bodyOf({ messages }: ProtocolDocument, { message: name, given }: Answer, size: Size): Record<string, unknown> {
  const message = messages[name]
  if (!message) throw new Error(`no message is called ${name}`)
  const body = (size === 'smallest' ? smallest : largest)(message, given)
  expect(deviations(message.body, body), 'what the table makes is legal').toEqual([])
  return body
}

function scripted(document: ProtocolDocument, apiUrl: string, { reading, size }: { reading: Reading; size: Size }) {
  const pathname = new URL(apiUrl).pathname.replace(/\/$/, '')
  const watch = watchExchanges(document, pathname)
  watch.areAnswersOwn = false
  const fetch = watch.watch(async (input, init) => {
    const call = callOf(document, { method: init?.method ?? 'GET', path: urlOf(input).pathname.slice(pathname.length), body: init?.body })
    const answer = call?.name === reading.of ? reading : reading.others?.[call?.name ?? '']
    if (!call || !answer) return new Response('no such page', { status: 404 })
    return new Response(written(bodyOf(document, answer, size), answeredAs(call.call)), { status: answer.status })
  })
  return { context: { ...aContext(), fetch }, found: watch.deviations }
}

function undecided({ messages, readings }: ProtocolDocument): string[] {
  return Object.entries(messages).flatMap(([name, { body, decides }]) => {
    if (decides === undefined) return []
    const values = fieldAt(body, decides.split('.'))?.enum ?? []
    return values
      .filter((value) => !readings.some(({ message, given }) => message === name && valueAt(given, decides.split('.')) === value))
      .map((value) => `${name} ${decides} ${value}`)
  })
}

function fieldAt(schema: Schema | undefined, [name, ...rest]: string[]): Schema | undefined {
  return name === undefined ? schema : fieldAt(schema?.properties?.[name], rest)
}

function valueAt(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined || typeof value !== 'object' || value === null) return value
  return valueAt((value as Record<string, unknown>)[name], rest)
}

function unread({ calls, readings }: ProtocolDocument): string[] {
  return Object.entries(calls).flatMap(([call, { answers }]) =>
    Object.entries(answers).flatMap(([status, names]) =>
      names
        .filter((name) => !readings.some((one) => one.of === call && one.status === Number(status) && one.message === name))
        .map((name) => `${call} ${status} ${name}`),
    ),
  )
}
