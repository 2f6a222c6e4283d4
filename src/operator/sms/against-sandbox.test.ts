import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import { kannelSender } from './kannel-sender.ts'

/** Plays the portal's door for delivery reports. */
async function aReportReceiver() {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function aSandboxSender(password = 'sandbox-sms') {
  const app = await buildSandbox()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const reports = await aReportReceiver()
  const reportUrl = (reference: string) => new URL(`${reports.url}/sms-reports/${reference}`)
  return { app, reports, sender: kannelSender({ url: new URL(url), username: 'guichet', password, from: '300', reportUrl }) }
}

const SMS = { reference: 'otp-1', to: '90000001' as MobileNumber, text: 'Votre code reçu : 482913. Bientôt périmé.', validForMinutes: 5 }

test('a message arrives as it was meant, and its reports come back with our reference', async () => {
  const { app, sender, reports } = await aSandboxSender()
  expect(await sender.send(SMS)).toEqual({ kind: 'accepted' })
  expect((await app.inject('/control/sms/90000001')).json()).toMatchObject([
    { from: '300', text: 'Votre code recu : 482913. Bientot périmé.' },
  ])
  await expect.poll(() => reports.seen).toEqual(['/sms-reports/otp-1?type=8', '/sms-reports/otp-1?type=1'])
})

test('a wrong password is refused', async () => {
  const { sender } = await aSandboxSender('guess')
  expect(await sender.send(SMS)).toEqual({ kind: 'refused' })
})
