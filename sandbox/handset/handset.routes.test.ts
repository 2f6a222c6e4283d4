import { expect, test } from 'vitest'
import { aListeningSandbox, aSandbox, sendSmsUrl } from '../testing/test-sandbox.ts'
import type { World } from '../world/world.ts'

const aQuestion = { face: 'money', wallet: 'money', msisdn: '90000001', amount: 1_500, currency: 'XOF', payee: 'Ténéré Mobile' } as const
const ask = (world: World) => world.prompts.ask({ ...aQuestion, reference: 'MM-1', lifeMs: 120_000 })
const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('the handset page shows a received SMS, with its code ready to copy', async () => {
  const { app } = await aSandbox()
  await app.inject(sendSmsUrl({ text: 'Votre code : 482913. Valable 5 minutes.' }))
  const page = await app.inject('/handset/90000001')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain('Votre code : 482913. Valable 5 minutes.')
  expect(page.body).toContain('data-copy="482913"')
  expect(page.body).toContain('SANDBOX')
})

test('what a message contains is shown as text, never as a page', async () => {
  const { app, world } = await aSandbox()
  world.inbox.receive({ to: '90000001', from: '<b>', text: '<script>alert("x")</script>' })
  const { body } = await app.inject('/handset/90000001')
  expect(body).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;')
  expect(body).not.toContain('<script>alert')
})

test('any number of the operator has a phone; others have none', async () => {
  const { app } = await aSandbox()
  expect((await app.inject('/handset/87654321')).statusCode).toBe(200)
  expect((await app.inject('/handset/20123456')).statusCode).toBe(404)
  expect((await app.inject('/handset/amina')).statusCode).toBe(404)
})

test('a pending prompt is shown on the phone with amount, payee and PIN', async () => {
  const { app, world } = await aSandbox()
  const { id } = ask(world)
  const { body } = await app.inject('/handset/90000001?lang=en')
  expect(body).toContain('1,500 F')
  expect(body).toContain(`action="/handset/90000001/prompts/${id}"`)
  expect(body).toContain('type="password"')
  expect((await app.inject(`/handset/90000001?ignore=${id}`)).body).not.toContain('role="dialog"')
})

test('the Enter key in the PIN field accepts: the accepting button is the first of the form', async () => {
  const { app, world } = await aSandbox()
  ask(world)
  const { body } = await app.inject('/handset/90000001')
  expect(body.indexOf('value="accept"')).toBeLessThan(body.indexOf('value="decline"'))
})

test('the phone always asks for the PIN: a wrong or empty one uses up a try, the correct one pays', async () => {
  const { app, world } = await aSandbox()
  const { id } = ask(world)
  const enter = (pin: string) =>
    app.inject({
      method: 'POST',
      url: `/handset/90000001/prompts/${id}`,
      headers: form,
      payload: new URLSearchParams({ answer: 'accept', pin, back: '/handset/90000001?tab=sms' }).toString(),
    })
  expect((await enter('9999')).headers.location).toBe('/handset/90000001?tab=sms')
  await enter('')
  expect(world.prompts.find(id)?.state).toBe('waiting')
  expect((await app.inject('/handset/90000001')).body).toContain('Il reste 3 essais.')
  await enter('1234')
  expect(world.prompts.find(id)?.state).toBe('accepted')
})

test('a form never sends its user to another site', async () => {
  const { app } = await aSandbox()
  for (const back of ['https://evil.example', '//evil.example', '/\\evil.example']) {
    const answer = await app.inject({
      method: 'POST',
      url: '/actions/time',
      headers: form,
      payload: new URLSearchParams({ back }).toString(),
    })
    expect(answer.headers.location).toBe('/')
  }
})

test('the phone is notified at once of something new', async () => {
  const { url, world } = await aListeningSandbox()
  const abort = new AbortController()
  const response = await fetch(`${url}/handset/90000001/events`, { signal: abort.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  world.inbox.receive({ to: '90000002', from: '300', text: 'for someone else' })
  world.inbox.receive({ to: '90000001', from: '300', text: 'Bonjour' })
  let heard = ''
  while (!heard.includes('data: changed')) heard += (await reader?.read())?.value ?? ''
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  abort.abort()
})

test('without JavaScript the pages ask again by themselves', async () => {
  const { app } = await aSandbox()
  for (const path of ['/', '/handset/90000001']) {
    expect((await app.inject(path)).body).toMatch(/<noscript>\s*<meta http-equiv="refresh"/)
  }
})

test('balances, bundles and bills are on the phone, in French first and in English on demand', async () => {
  const { app } = await aSandbox()
  const french = (await app.inject('/handset/90000005')).body
  expect(french).toContain('lang="fr"')
  expect(french).toContain('MiFi Nuits illimitées')
  expect(french).toContain('Crédit d’appel')
  const english = (await app.inject('/handset/90000003?lang=en')).body
  expect(english).toContain('12,450.50 F')
  expect(english).toContain('To pay')
})

test('the front page lists every identity and opens any phone', async () => {
  const { app } = await aSandbox({ portalUrl: 'http://localhost:3999' })
  const { body } = await app.inject('/')
  for (const text of [
    '90 00 00 01',
    '99 00 00 14',
    '4084 0840 8408 4081',
    'P1234567890',
    'Tillabéri',
    'http://localhost:3999',
    'Kannel',
    'SANDBOX',
  ]) {
    expect(body).toContain(text)
  }
  expect((await app.inject('/open?number=%2B227+81+23+45+67')).headers.location).toBe('/handset/81234567')
  expect((await app.inject('/open?number=20123456&lang=en')).headers.location).toBe('/?refused=20123456&lang=en')
})
