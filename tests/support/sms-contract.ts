import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { REPORT_PATH } from '#features/one-time-code/server/sms-report-path.ts'
import { kannelSender, type KannelOptions } from '#operator/sms/kannel-sender.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { aVisitor, SEND, VERIFY } from './code-world.ts'
import { testPortal } from './test-portal.ts'

export type SmsCentre = {
  /** The URL of `sendsms`. */
  url: URL
  password: string
  /** What arrived on a phone. */
  received(msisdn: string): Promise<{ from: string; text: string }[]>
}

const REPORT_TIMEOUT_MS = 15_000

function senderTo({ url, password }: Pick<SmsCentre, 'url' | 'password'>, reportUrl: KannelOptions['reportUrl']) {
  return kannelSender({ url, username: 'guichet', password, from: '300', clock: { now: () => new Date() }, reportUrl })
}

/** Simulates the portal's endpoint for delivery reports; the first `fails` are rejected. */
async function aReportReceiver({ fails = 0 } = {}) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(request.url ?? '')
    response.writeHead(seen.length <= fails ? 500 : 204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { seen, reportUrl: (reference: string) => new URL(`http://127.0.0.1:${port}/sms-reports/${reference}`) }
}

const anSms = (to: string) => ({
  reference: `otp-${to}`,
  to: to as MobileNumber,
  text: 'Votre code reçu : 482913. Bientôt périmé.',
  validForMinutes: 5,
})

/** Contract tests of Kannel's `sendsms`, for the sandbox and the real Kannel. */
export function testSmsContract(name: string, connect: () => Promise<SmsCentre>): void {
  test(`${name}: a message arrives unchanged, and its reports return with our reference`, async () => {
    const centre = await connect()
    const { seen, reportUrl } = await aReportReceiver()
    expect(await senderTo(centre, reportUrl).send(anSms('90330001'))).toEqual({ kind: 'accepted' })
    await expect
      .poll(() => centre.received('90330001'), { timeout: REPORT_TIMEOUT_MS })
      .toMatchObject([{ from: '300', text: 'Votre code recu : 482913. Bientot périmé.' }])
    await expect
      .poll(() => seen.toSorted(), { timeout: REPORT_TIMEOUT_MS })
      .toEqual(['/sms-reports/otp-90330001?type=1', '/sms-reports/otp-90330001?type=8'])
  })

  test(`${name}: F71 MSG-3 a message of three parts arrives whole`, async () => {
    const centre = await connect()
    const { reportUrl } = await aReportReceiver()
    const text = `${'Votre demande : le crédit est là. '.repeat(13)}Merci.`
    expect(await senderTo(centre, reportUrl).send({ ...anSms('90330005'), text })).toEqual({ kind: 'accepted' })
    await expect.poll(() => centre.received('90330005'), { timeout: REPORT_TIMEOUT_MS }).toMatchObject([{ from: '300', text }])
  })

  test(`${name}: a wrong password is a configuration error, not one of the number, and nothing is sent`, async () => {
    const centre = await connect()
    const { reportUrl } = await aReportReceiver()
    expect(await senderTo({ ...centre, password: 'guess' }, reportUrl).send(anSms('90330002'))).toEqual({ kind: 'unavailable' })
    expect(await centre.received('90330002')).toEqual([])
  })

  test(`${name}: a report that we could not accept is sent again`, async () => {
    const centre = await connect()
    const { seen, reportUrl } = await aReportReceiver({ fails: 1 })
    await senderTo(centre, reportUrl).send(anSms('90330003'))
    await expect.poll(() => new Set(seen).size, { timeout: REPORT_TIMEOUT_MS }).toBe(2)
    await expect.poll(() => seen.length, { timeout: REPORT_TIMEOUT_MS }).toBeGreaterThanOrEqual(3)
  })

  test(`${name}: API-4 a requested code reaches the phone, is accepted for its purpose, and its report is stored`, async () => {
    const centre = await connect()
    let portalUrl = ''
    const sms = senderTo(centre, (reference) => new URL(`${REPORT_PATH}?ref=${reference}`, portalUrl))
    const portal = await testPortal({ sms })
    portalUrl = await portal.app.listen({ host: '127.0.0.1', port: 0 })
    const visitor = aVisitor(portal)
    const { refId } = (await visitor.post(SEND, { msisdn: '90330004' })).json().result
    const codeOf = async () => /\b[0-9]{6}\b/.exec((await centre.received('90330004'))[0]?.text ?? '')?.[0]
    await expect.poll(codeOf, { timeout: REPORT_TIMEOUT_MS }).toBeDefined()
    expect((await visitor.post(VERIFY, { refId, otp: await codeOf() })).json().status).toBe('success')
    const readReport = () => portal.db.selectFrom('one_time_code').select('report').executeTakeFirst()
    await expect.poll(readReport, { timeout: REPORT_TIMEOUT_MS }).toEqual({ report: 1 })
  })
}
