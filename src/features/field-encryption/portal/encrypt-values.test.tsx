import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAY_BE_SEALED } from '../may-be-sealed.ts'
import { SEALED_NAMES } from '../sealed-fields.ts'
import { validateNumber } from '#features/line/contract.ts'
import { resendOtp } from '#features/one-time-code/contract.ts'
import { initiateTransaction } from '#features/payment/contract.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { withEncryption } from './load-encryption.ts'
import { REACH_EVENT, type ReachEvent } from '#portal/network/until-reached.ts'

const ALGORITHM = { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]) }
const SUCCESS = { status: 'success', statusCode: 200, result: 'PREPAID' }
const pair = crypto.subtle.generateKey(ALGORITHM, true, ['encrypt', 'decrypt'])

beforeEach(() => withEncryption(({ forgetOffer }) => forgetOffer()))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  document.body.replaceChildren()
})

type Call = { url: string; headers: Record<string, string>; body: Record<string, string> }

async function aServer({ answers = [], offer }: { answers?: object[]; offer?: () => Response | undefined } = {}) {
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', (await pair).publicKey))
  let offers = 0
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (url: string, options?: { headers: Record<string, string>; body: string }) => {
    if (url.includes('sealing-key')) {
      offers += 1
      const result = { kid: 'k1', key: btoa(String.fromCharCode(...spki)), nonces: [`a${offers}`, `b${offers}`] }
      return offer?.() ?? new Response(JSON.stringify({ status: 'success', statusCode: 200, result }))
    }
    if (url === '/healthz') return new Response('')
    calls.push({ url, headers: options?.headers ?? {}, body: JSON.parse(options?.body ?? '{}') })
    return new Response(JSON.stringify(answers.shift() ?? SUCCESS))
  })
  return { calls, offers: () => offers }
}

/** Nonce, value and the name of the field. */
async function open(sealed = ''): Promise<string[]> {
  const ciphertext = Uint8Array.from(atob(sealed.split('.').pop() ?? ''), (character) => character.charCodeAt(0))
  return new TextDecoder().decode(await crypto.subtle.decrypt(ALGORITHM, (await pair).privateKey, ciphertext)).split('\n')
}

test('GEN-5 GEN-7 number and e-mail address are sent encrypted, each with its own nonce, and the call says so', async () => {
  const { calls, offers } = await aServer()
  await apiClient('fr', { initiateTransaction }).initiateTransaction({
    txnId: 't',
    amount: 500,
    emailId: 'a@b.ne',
    paymentMobile: '90000001',
  })
  const [call] = calls
  expect(JSON.stringify(call)).not.toMatch(/90000001|a@b\.ne/)
  expect(call?.headers['x-sealing']).toBe('on')
  expect(call?.body).toMatchObject({ txnId: 't', amount: 500 })
  const opened = [await open(call?.body.emailId), await open(call?.body.paymentMobile)]
  expect(opened.map(([, ...text]) => text)).toEqual([
    ['a@b.ne', 'emailId'],
    ['90000001', 'paymentMobile'],
  ])
  expect(new Set(opened.map(([nonce]) => nonce)).size).toBe(2)
  expect(offers()).toBe(1)
})

test('GEN-5 a key that was just replaced is fetched again once, and only once', async () => {
  const old = { status: 'failure', statusCode: 4091, code: 'old-sealing-key', message: '', requestId: '' }
  const { calls, offers } = await aServer({ answers: [old, old, old] })
  expect(await apiClient('fr', { validateNumber }).validateNumber({ msisdn: '90000001' })).toEqual(old)
  expect(calls).toHaveLength(2)
  expect(offers()).toBe(2)
})

test.each([
  ['a browser without WebCrypto', () => vi.stubGlobal('crypto', {}), undefined],
  ['no key to be had', () => {}, () => new Response('{}', { status: 503 })],
  ['a key that is none', () => {}, () => new Response('{"result":{"kid":"k","key":"!","nonces":["n"]}}')],
  ['an answer that is not ours', () => {}, () => new Response('<!DOCTYPE html>')],
])('GEN-7 with %s a call is sent as plain text, without the encryption header', async (_case, arrange, offer) => {
  const { calls } = await aServer(offer && { offer })
  arrange()
  expect(await apiClient('fr', { validateNumber }).validateNumber({ msisdn: '90000001' })).toEqual(SUCCESS)
  expect(calls.map(({ body, headers }) => [body.msisdn, headers['x-sealing']])).toEqual([['90000001', undefined]])
})

test('GEN-7 the wait for a key is limited', async () => {
  const { calls } = await aServer({ offer: () => new Promise(() => {}) as unknown as Response })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answer = apiClient('fr', { validateNumber }).validateNumber({ msisdn: '90000001' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await answer).toEqual(SUCCESS)
  expect(calls[0]?.body.msisdn).toBe('90000001')
})

test('GEN-7 GEN-8 a network lost while a key is fetched is waited for: the call is then sent encrypted', async () => {
  let isCut = true
  const { calls } = await aServer({ offer: () => (isCut ? Response.error() : undefined) })
  const reached = (event: Event) => {
    event.preventDefault()
    isCut = false
    ;(event as ReachEvent).detail(true)
  }
  addEventListener(REACH_EVENT, reached, { once: true })
  await apiClient('fr', { validateNumber }).validateNumber({ msisdn: '90000001' })
  expect(calls.map(({ body }) => body.msisdn)).toEqual([expect.stringMatching(/^sealed\./)])
})

test('GEN-7 a call without values to encrypt fetches no key', async () => {
  const { calls, offers } = await aServer()
  await apiClient('fr', { resendOtp }).resendOtp({ refId: 'r' })
  expect(offers()).toBe(0)
  expect(calls[0]?.headers['x-sealing']).toBeUndefined()
})

test('GEN-7 a key is not used when it is old, nor when the clock of the phone was set back', async () => {
  const { offers } = await aServer()
  const ask = () => apiClient('fr', { validateNumber }).validateNumber({ msisdn: '90000001' })
  vi.useFakeTimers({ toFake: ['Date'] })
  await ask()
  vi.setSystemTime(Date.now() + 8 * 60_000)
  await ask()
  expect(offers()).toBe(2)
  vi.setSystemTime(Date.now() - 3 * 86_400_000)
  await ask()
  expect(offers()).toBe(3)
})

test('GEN-7 the short pattern matches every encrypted field', () => {
  for (const name of [...SEALED_NAMES, 'text']) expect(name).toMatch(MAY_BE_SEALED)
})

/** A form that posts into a hidden frame; returns what the browser sends. */
function aForm(fields: [string, string][]) {
  const form = document.createElement('form')
  form.innerHTML = '<button name="intent" value="pay">Pay</button>'
  for (const [name, value] of fields) form.append(Object.assign(document.createElement('input'), { name, value }))
  const frame = Object.assign(document.createElement('iframe'), { name: 'nowhere' })
  Object.assign(form, { method: 'post', target: 'nowhere', action: '/nowhere' })
  document.body.append(form, frame)
  let sent: [string, string][] = []
  const read = ({ formData }: FormDataEvent) => (sent = [...formData] as [string, string][])
  const send = () => {
    addEventListener('formdata', read)
    form.requestSubmit(form.querySelector('button'))
    removeEventListener('formdata', read)
    return sent
  }
  const type = (place: number, value: string) => {
    const field = form.querySelectorAll('input')[place]
    if (field) field.value = value
  }
  return { form, send, type, seal: () => withEncryption(({ encryptForm }) => encryptForm(form)) }
}

const valueOf = (fields: [string, string][], name: string) => fields.find(([each]) => each === name)?.[1]

test('GEN-7 a form is sent encrypted and says so; the fields stay as they were typed', async () => {
  await aServer()
  const { form, seal, send } = aForm([
    ['msisdn', '90 00 00 01'],
    ['email', ''],
    ['amount', '500'],
  ])
  await seal()
  const sent = send()
  expect(await open(valueOf(sent, 'msisdn'))).toEqual([expect.any(String), '90 00 00 01', 'msisdn'])
  expect(sent.filter(([name]) => name !== 'msisdn')).toEqual([
    ['intent', 'pay'],
    ['email', ''],
    ['amount', '500'],
    ['sealing', 'on'],
  ])
  expect(new FormData(form).get('msisdn')).toBe('90 00 00 01')
})

test('GEN-7 a form that is sent again is encrypted again', async () => {
  await aServer()
  const { seal, send } = aForm([['msisdn', '90000001']])
  await Promise.all([seal(), seal(), seal()])
  const first = valueOf(send(), 'msisdn')
  await seal()
  const second = valueOf(send(), 'msisdn')
  expect((await open(first))[0]).not.toBe((await open(second))[0])
  expect(send()).toEqual([
    ['intent', 'pay'],
    ['msisdn', '90000001'],
  ])
})

test('GEN-7 presses during the key fetch cost one encryption; text typed meanwhile is what is sent', async () => {
  const { offers } = await aServer()
  const { seal, send, type } = aForm([['msisdn', '90000001']])
  const sealing = Promise.all(Array.from({ length: 20 }, seal))
  type(0, '90000002')
  await sealing
  expect((await open(valueOf(send(), 'msisdn')))[1]).toBe('90000002')
  expect(offers()).toBe(1)
})

test('GEN-7 a field that occurs twice is encrypted twice', async () => {
  await aServer()
  const { seal, send } = aForm([
    ['msisdn', '90000001'],
    ['msisdn', '90000001'],
  ])
  await seal()
  const opened = await Promise.all(
    send()
      .filter(([name]) => name === 'msisdn')
      .map(([, value]) => open(value)),
  )
  expect(opened.map(([, value]) => value)).toEqual(['90000001', '90000001'])
  expect(new Set(opened.map(([nonce]) => nonce)).size).toBe(2)
})

test('GEN-7 a value changed after its encryption is sent as without script, and not marked as encrypted', async () => {
  await aServer()
  const { seal, send, type } = aForm([['msisdn', '90000001']])
  await seal()
  type(0, '90000002')
  expect(send()).toEqual([
    ['intent', 'pay'],
    ['msisdn', '90000002'],
  ])
})

test('GEN-7 a listener that reads or cancels a form sees the typed values', async () => {
  await aServer()
  const { form, seal, send } = aForm([['msisdn', '90000001']])
  await seal()
  let read: FormDataEntryValue | null = null
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    read = new FormData(form).get('msisdn')
  })
  send()
  expect(read).toBe('90000001')
})

test('GEN-7 unused nonces of a page are for the next page, and neither for itself nor for a copy of the tab', async () => {
  const { offers } = await aServer()
  await withEncryption(({ prepare }) => prepare())
  expect(sessionStorage.getItem('sealing')).toBeNull()
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  await vi.waitFor(() => expect(sessionStorage.getItem('sealing')).toContain('"nonces":["a1","b1"]'))
  const { seal, send } = aForm([['msisdn', '90000001']])
  await seal()
  expect(sessionStorage.getItem('sealing')).toBeNull()
  expect(await open(valueOf(send(), 'msisdn'))).toEqual(['b1', '90000001', 'msisdn'])
  expect(offers()).toBe(1)
})

test.each(['{', '[]', '{"nonces":["n"],"atMs":1e99}', '{"kid":"k","key":"!","nonces":["n"],"atMs":0}'])(
  'GEN-7 foreign data in the session storage (%s) costs a key request at most, never a payment',
  async (written) => {
    await aServer()
    sessionStorage.setItem('sealing', written.replace('"atMs":0', `"atMs":${Date.now()}`))
    const { seal, send } = aForm([['msisdn', '90000001']])
    await seal().catch(() => seal())
    expect((await open(valueOf(send(), 'msisdn')))[1]).toBe('90000001')
  },
)
