import type { MobileNumber } from '#shared/mobile-number.ts'
import { expect, test } from 'vitest'
import { aLog } from '#tests/support/a-log.ts'
import { aRefusingAddress, aScriptedServer, type Script } from '#tests/support/scripted-server.ts'
import { kannelSender } from './kannel-sender.ts'

const SMS = { reference: 'otp-1', to: '90000001' as MobileNumber, text: 'Votre code : 482913.', validForMinutes: 5 }

async function senderTo(script: Script[]) {
  const server = await aScriptedServer(script)
  const log = aLog()
  const sender = kannelSender({
    url: server.url,
    username: 'guichet',
    password: 'sekret',
    from: '300',
    clock: { now: () => new Date() },
    reportUrl: (reference) => new URL(`https://portal.example/sms-reports/${reference}?of=a%20b`),
    log,
    ...(script[0] === 'hang' ? { limits: { writeTimeoutMs: 150 } } : {}),
  })
  return { sender, server, log }
}

test('a message is sent with everything Kannel needs, and its delivery report contains our reference', async () => {
  const { sender, server } = await senderTo([{ status: 202, text: '0: Accepted for delivery' }])
  expect(await sender.send(SMS)).toEqual({ kind: 'accepted' })
  const { url } = server.requests[0] ?? { url: '' }
  expect(new URL(url, server.url).pathname).toBe('/cgi-bin/sendsms')
  expect(Object.fromEntries(new URL(url, server.url).searchParams)).toEqual({
    username: 'guichet',
    password: 'sekret',
    from: '300',
    to: '22790000001',
    text: 'Votre code : 482913.',
    charset: 'UTF-8',
    coding: '0',
    validity: '5',
    'dlr-mask': '27',
    'dlr-url': 'https://portal.example/sms-reports/otp-1?of=a%%20b&type=%d',
  })
})

test('letters a phone cannot show are replaced before sending', async () => {
  const { sender, server } = await senderTo([{ status: 202, text: '0: Accepted for delivery' }])
  await sender.send({ ...SMS, text: 'Reçu bientôt' })
  expect(new URL(server.requests[0]?.url ?? '', server.url).searchParams.get('text')).toBe('Recu bientot')
})

test.for<[Script, string]>([
  [{ status: 202, text: '3: Queued for later delivery' }, 'accepted'],
  [{ status: 400, text: 'Missing receiver number, rejected' }, 'refused'],
  [{ status: 403, text: 'Authorization failed for sendsms' }, 'unavailable'],
  [{ status: 403, text: 'Number(s) has/have been denied by white- and/or black-lists.' }, 'refused'],
  [{ status: 429, text: '' }, 'unavailable'],
  [{ status: 500, text: '' }, 'unknown'],
  [{ status: 503, text: '' }, 'unknown'],
  [{ status: 302, text: '', headers: { location: 'http://127.0.0.1:1/' } }, 'unknown'],
  [{ status: 200, text: '<html>welcome</html>' }, 'unknown'],
  ['hang', 'unknown'],
  ['reset', 'unknown'],
])('the answer %j is %s', async ([script, outcome]) => {
  const { sender, server } = await senderTo([script])
  expect(await sender.send(SMS)).toEqual({ kind: outcome })
  expect(server.requests).toHaveLength(1)
})

test('F35 an SMS centre that cannot be reached sent nothing', async () => {
  const sender = kannelSender({
    url: await aRefusingAddress(),
    username: 'u',
    password: 'p',
    from: '300',
    clock: { now: () => new Date() },
    reportUrl: (reference) => new URL(`https://portal.example/${reference}`),
  })
  expect(await sender.send(SMS)).toEqual({ kind: 'unavailable' })
})

test('F71 MSG-3 a text of three parts is sent in one call; a longer one is not sent at all', async () => {
  const { sender, server } = await senderTo([{ status: 202, text: '0: Accepted for delivery' }])
  expect(await sender.send({ ...SMS, text: 'a'.repeat(460) })).toEqual({ kind: 'refused' })
  expect(server.requests).toEqual([])
  expect(await sender.send({ ...SMS, text: 'a'.repeat(459) })).toEqual({ kind: 'accepted' })
  expect(new URL(server.requests[0]?.url ?? '', server.url).searchParams.get('text')).toBe('a'.repeat(459))
})

test('MSG-3 letters without a similar letter in GSM-7 are sent in UCS-2', async () => {
  const { sender, server } = await senderTo([{ status: 202, text: '0: Accepted for delivery' }])
  await sender.send({ ...SMS, text: 'شكرا, bientôt' })
  const { searchParams } = new URL(server.requests[0]?.url ?? '', server.url)
  expect([searchParams.get('coding'), searchParams.get('text')]).toEqual(['2', 'شكرا, bientôt'])
})

test('the log holds neither the text nor the number nor the password', async () => {
  const { sender, log } = await senderTo([{ status: 500, text: '' }])
  await sender.send(SMS)
  expect(log.lines).toHaveLength(1)
  expect(log.lines.join('\n')).not.toMatch(/482913|90000001|sekret/)
})
