import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aScriptedProvider } from '#payment-connectors/testing/connector-testing.ts'
import { secretValues } from '#settings/secret-values.ts'
import { readSettings, type Settings } from '#settings/settings.ts'
import { CONNECTORS, connectorIds, isConnectorId } from '#shared/connector-table.ts'
import { buildSandbox } from '../../sandbox/sandbox-app.ts'
import { type CheckOptions, runCheck } from './rehearse-upstream.ts'
import type { Rehearsal } from './rehearsal-report.ts'

/** A report leaves the house: whatever the other system echoes, no secret, number or address of a person is in it. */
const app = await buildSandbox()
const url = await app.listen({ host: '127.0.0.1', port: 0 })
const folder = mkdtempSync(join(tmpdir(), 'guichet-rehearsal-'))
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await app.close()
})

const PAYS: CheckOptions = {
  giveBack: true,
  inProduction: false,
  number: '+227 90 00 00 01',
  email: 'amina@example.ne',
  pay: '100',
  minutes: '1',
}

/** Card payers pay on the page that the walk names; wallet payers accept on the phone. */
async function pay(line: string): Promise<void> {
  const [, page] = /open (http\S+)/.exec(line) ?? []
  if (page) {
    const shown = await fetch(page)
    const [, action = ''] = /<form method="post" action="([^"]+)" class="taps"/.exec(await shown.text()) ?? []
    const body = new URLSearchParams({ card: '4084084084084081' })
    await fetch(new URL(action.replaceAll('&amp;', '&'), shown.url), { method: 'POST', body, redirect: 'manual' })
  }
  if (!line.includes('on the phone')) return
  const prompts = (await app.inject('/control/prompts/90000001')).json<{ id: string; state: string }[]>()
  for (const { id, state } of prompts)
    if (state === 'waiting') await app.inject({ method: 'POST', url: `/control/prompts/90000001/${id}`, payload: { answer: 'accept' } })
}

async function reportOf(of: string, kind: 'md' | 'json', { settings = readSettings({ SANDBOX_URL: url }), options = PAYS } = {}) {
  const path = join(folder, `${of}.${kind}`)
  const lines: string[] = []
  const say = (line: string) => {
    lines.push(line)
    void pay(line)
  }
  const outcome = await runCheck(of, { ...options, report: path }, { settings, say, pollMs: 50 })
  return { ...outcome, lines, text: readFileSync(path, 'utf8'), settings }
}

/** Everything that must not be in a report, as it may be written. */
function leaksIn(text: string, settings: Settings): string[] {
  const secrets = secretValues(settings).flatMap((value) => [
    value,
    Buffer.from(value).toString('base64').replace(/=+$/, ''),
    encodeURIComponent(value),
  ])
  const people = ['90000001', '22790000001', '90 00 00 01', 'amina@example.ne', 'amina%40example.ne']
  return [...secrets, ...people].filter((value) => text.toLowerCase().includes(value.toLowerCase()))
}

const REACHED = [...connectorIds(), 'operator']
/** A walk ends before a PIN. */
const minutesFor = (of: string) => (isConnectorId(of) && CONNECTORS[of].asksPin ? '0' : '1')

test.for(REACHED)('abuse 86 the rehearsal of %s writes every request and answer, and no secret, number or address', async (of) => {
  await app.inject({ method: 'POST', url: '/control/reset' })
  const { text, settings, message } = await reportOf(of, 'md', { options: { ...PAYS, account: 'P1234567890', minutes: minutesFor(of) } })
  expect(message).toContain(`Report: ${join(folder, `${of}.md`)}`)
  expect(leaksIn(text, settings)).toEqual([])
  expect(text).toContain(`# Rehearsal of ${of}`)
  expect(text).toMatch(/```http\n(?:GET|POST) http:\/\/127\.0\.0\.1/)
  expect(text).toMatch(/```http\nHTTP 20\d\n/)
  expect(text).not.toMatch(/(?:Bearer|Basic) (?!•••)\S/)
  expect(text).not.toMatch(/"access_token":"(?!•••)/)
})

test('the report as JSON holds each step with its verdict and its exchanges, and what is assumed about money', async () => {
  await app.inject({ method: 'POST', url: '/control/reset' })
  const { text, settings, lines } = await reportOf('airtel-money', 'json')
  const report = JSON.parse(text) as Rehearsal
  expect(report).toMatchObject({ of: 'airtel-money', counts: { deviates: 0 } })
  expect(report.steps.map(({ step }) => step)).toEqual(lines.map((line) => line.slice(6).split(': ')[0]))
  const begin = report.steps.find(({ step }) => step.includes('begins'))
  expect(begin?.exchanges.map(({ method, url: at }) => `${method} ${new URL(at).pathname.replace('/sandbox/airtel-money', '')}`)).toEqual([
    'GET /v1/rsa/encryption-keys',
    'POST /merchant/v2/payments/',
  ])
  expect(begin?.exchanges[1]).toMatchObject({
    request: { headers: { authorization: 'Bearer •••', 'x-signature': '•••', 'x-key': '•••', 'x-country': 'NE' } },
    answer: { status: 200 },
  })
  expect(JSON.parse(begin?.exchanges[1]?.answer?.body ?? '')).toMatchObject({ status: { response_code: 'DP00800001006' } })
  expect(report.facts).toContainEqual(expect.objectContaining({ fact: 'airtel-money:amount-unit', source: 'unverified' }))
  expect(leaksIn(text, settings)).toEqual([])
})

test('abuse 86 a system that echoes our secrets, tokens and payers in any notation leaves none of them in the report', async () => {
  const token = 'tok-Zürich/+=&<x>"y"'
  const provider = await aScriptedProvider(({ path, headers, body }) => {
    if (path.includes('/oauth')) return { body: JSON.stringify({ access_token: token, expires_in: 180 }) }
    const echoed = [body, headers.authorization, path, token, encodeURIComponent(token), Buffer.from(token).toString('base64')]
    const secret = 'airtel-money-sandbox-secret'
    const more = {
      secret,
      hex: Buffer.from(secret).toString('hex'),
      inside: 'ws_CO_1611202622790000001',
      to: '227-90-00-00-02',
      card: '4084084084084081',
    }
    const answer = {
      status: { code: '200', message: echoed.join(' '), success: false },
      more,
      page: '/notice/airtel-money/ABCDEFGH2345/s3cretmark',
    }
    return {
      status: 400,
      body: JSON.stringify(answer),
      headers: { 'content-type': 'application/json', 'x-echo': secret, 'set-cookie': 'sid=abc' },
    }
  })
  const env = { SANDBOX_URL: url, AIRTEL_MONEY_URL: provider.url, AIRTEL_MONEY_SIGNING: 'off' }
  const { text, settings, ok } = await reportOf('airtel-money', 'json', { settings: readSettings(env) })
  expect(ok).toBe(false)
  expect(leaksIn(text, settings)).toEqual([])
  for (const gone of [
    'tok-Z',
    'dG9rLV',
    '90000002',
    '90-00-00-02',
    '4084084084084081',
    's3cretmark',
    'sid=abc',
    Buffer.from('airtel-money-sandbox-secret').toString('hex'),
  ])
    expect(text, gone).not.toContain(gone)
})

test('a report that cannot be written is said, and the walk is not called good', async () => {
  const { ok, message } = await runCheck(
    'paystack',
    { giveBack: false, inProduction: false, report: join(folder, 'missing', 'x.md') },
    { settings: readSettings({ SANDBOX_URL: url }), say: () => undefined, pollMs: 50 },
  )
  expect([ok, message]).toEqual([false, expect.stringContaining('The report could not be written')])
})

test('secrets are found in every group of settings that has some', () => {
  const found = secretValues(readSettings({ SANDBOX_URL: url }))
  for (const value of [
    'sk_test_guichet_sandbox',
    'daraja-sandbox-passkey',
    'sandbox-operator',
    'sandbox-sms',
    'airtel-money-sandbox-secret',
  ])
    expect(found).toContain(value)
})
