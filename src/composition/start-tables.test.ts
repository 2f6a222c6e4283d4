import { expect, test } from 'vitest'
import { verdictOnFailedStart, type StartOutcome } from '#features/payment/engine/begin-attempt.ts'
import { aContext, anOrder, aScriptedProvider, NOW, type ScriptedAnswer } from '#payment-connectors/testing/connector-testing.ts'
import { START_TABLES, type StartVerdict } from '#payment-connectors/testing/starts/start-table.ts'
import { readSettings } from '#settings/settings.ts'
import { connectorIds, type ConnectorId } from '#shared/connector-table.ts'
import { connectProviders } from './payment-providers.ts'

/** The start of a payment at a provider with this response, as the engine classifies it. */
async function begin(id: ConnectorId, answer: ScriptedAnswer): Promise<StartOutcome> {
  const provider = await aScriptedProvider(({ path }) =>
    /token|oauth/.test(path) ? { body: JSON.stringify({ access_token: 'a', expires_in: 3600 }) } : answer,
  )
  const { gateways, wallets } = readSettings({ SANDBOX_URL: provider.url, AIRTEL_MONEY_SIGNING: 'off' })
  const connector = connectProviders(gateways, wallets).get(id)
  if (!connector) throw new Error(`${id} is not called over HTTP`)
  return connector.start(aContext(), anOrder()).catch((error: unknown) => verdictOnFailedStart(error, connector.info, NOW))
}

function verdictOf(outcome: StartOutcome): StartVerdict {
  if (outcome.kind === 'accepted' || outcome.kind === 'settled') return 'way'
  if (outcome.kind !== 'no-answer' || !outcome.mayHaveArrived) return 'refused'
  if (outcome.otherWaysFrom === null) return 'closed'
  return outcome.otherWaysFrom > NOW ? 'after-prompt' : 'no'
}

const ROWS = START_TABLES.flatMap(({ connectors, rows }) =>
  connectors.flatMap((id) => rows.map((row) => [`${id}: ${row.status ?? 'nothing'}, ${row.body}`, row.verdict, id, row.answer] as const)),
)

test.for(ROWS)('I20 F66 F26 the answer to a start of %s means %s', async ([, verdict, id, answer]) => {
  expect(verdictOf(await begin(id, answer))).toBe(verdict)
})

test('I20 every provider that is called over HTTP has a table of what its responses to a start mean', () => {
  const listed = START_TABLES.flatMap(({ connectors }) => connectors)
  // A balance is the operator's own: its responses are read in src/operator.
  expect(listed.toSorted()).toEqual(
    connectorIds()
      .filter((id) => id !== 'airtime')
      .toSorted(),
  )
})

test('I20 Retry-After is stored with the refusal: seconds or a date, an hour at most', async () => {
  const retryAt = async (text: string) => (await begin('paystack', { status: 429, body: 'x', headers: { 'retry-after': text } })).retryAt
  expect(await retryAt('30')).toEqual(new Date(NOW.getTime() + 30_000))
  expect(await retryAt(new Date(NOW.getTime() + 90_000).toUTCString())).toEqual(new Date(NOW.getTime() + 90_000))
  expect(await retryAt('999999')).toEqual(new Date(NOW.getTime() + 3_600_000))
  expect(await retryAt('soon')).toBeNull()
})

test('F66 the ledger gets the status and the code of the response', async () => {
  const answer = { status: 500, body: '{"status":false,"message":"Server Error","code":"api_error"}' }
  expect((await begin('paystack', answer)).answered).toBe('HTTP 500 api_error')
  expect((await begin('mpesa', { status: 502, body: '<html></html>' })).answered).toBe('HTTP 502')
})
