import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { airtimeConnector } from '#payment-connectors/airtime/airtime.connector.ts'
import { aContext } from '#payment-connectors/testing/connector-testing.ts'
import { asked, askedForRefund, KNOWN, REFUND, type AnswerCase } from '#payment-connectors/testing/answers/answer-case.ts'
import { connectOperator } from '#operator/connect-operator.ts'
import { OPERATOR_PROFILES } from '#operator/operator-profiles.ts'
import { AIRTIME_ANSWERS } from '#operator/tmforum/airtime.messages.ts'
import { aLog } from './a-log.ts'

const LINE = '22790000001'
const PURSE = {
  id: 'B-1',
  usageType: 'monetary',
  remainingValue: { amount: 5000, units: 'XOF' },
  partyAccount: { id: 'PA-1' },
  logicalResource: [{ id: LINE }],
}
const change = (amount: number, reason: string) => ({
  id: 'A-1',
  status: 'completed',
  reason,
  logicalResource: [{ id: LINE }],
  amount: { amount, units: 'XOF' },
})

/** I19: the operator's responses about an airtime payment, sent to the connector over a real connection. For tests and docs/protocols. */
export async function airtimeAnswers(): Promise<{ cases: readonly AnswerCase[]; close: () => Promise<void> }> {
  let answers: Readonly<Record<string, string>> = {}
  const server = createServer(({ method, url = '' }, response) => {
    const found = Object.entries(answers).find(([path]) => `${method} ${url}`.includes(path))
    response.writeHead(found?.[0].startsWith('POST /tmf') ? 201 : 200, { 'content-type': 'application/json' })
    response.end(found?.[1] ?? '[]')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const operator = connectOperator({
    profile: OPERATOR_PROFILES['tmf-v4'],
    baseUrl: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    credentials: { clientId: 'guichet', clientSecret: 's', apiKey: 'k' },
    clock: { now: () => new Date() },
    log: aLog(),
    // Unreadable responses are tested here: they must not open the circuit breaker.
    limits: { breakAfterFailures: Number.MAX_SAFE_INTEGER, repeatDelayMs: 1 },
  })
  const connector = airtimeConnector(operator.airtime)
  const known = {
    '/oauth2/token': JSON.stringify({ access_token: 't', token_type: 'Bearer', expires_in: 3600 }),
    '/bucket': JSON.stringify([PURSE]),
  }
  const common = {
    page: 'docs/protocols/tmforum.md',
    connector: 'airtime' as const,
    table: AIRTIME_ANSWERS.adjusted,
    document: null,
    within: '',
    as: 'json' as const,
    decides: 'status',
  }
  return {
    close: () => new Promise((resolve) => server.close(() => resolve())),
    cases: [
      {
        ...common,
        title: 'answer to `adjustBalance` that takes airtime',
        given: change(-KNOWN.amount.minor, KNOWN.ref),
        async read(text) {
          answers = { ...known, 'POST /tmf-api/prepayBalanceManagement/v4/reserveBalance': '{"id":"R-1","status":"completed"}' }
          answers = { ...answers, 'POST /tmf-api/prepayBalanceManagement/v4/adjustBalance': text }
          const started = await connector.start(aContext(), { ...KNOWN, description: 'x', language: 'fr' })
          return started.kind === 'settled' ? { seen: started.seen } : null
        },
      },
      {
        ...common,
        title: 'list of `adjustBalance` by our reference, airtime taken',
        given: change(-KNOWN.amount.minor, KNOWN.ref),
        read(text) {
          answers = { ...known, '/adjustBalance': `[${text}]` }
          return asked(connector, aContext())
        },
      },
      {
        ...common,
        title: 'list of `adjustBalance` by our reference, airtime given back',
        table: { ...AIRTIME_ANSWERS.adjusted, says: 'refunded' },
        given: change(KNOWN.amount.minor, REFUND.ref),
        read(text) {
          answers = { ...known, '/adjustBalance': `[${text}]` }
          return askedForRefund(connector, aContext())
        },
      },
    ],
  }
}
