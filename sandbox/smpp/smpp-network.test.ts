import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { NO_SUCH_CODE } from '../handset/ussd-dialler.ts'
import { buildSandbox } from '../sandbox-app.ts'
import { readText, writeText } from './coded-text.ts'
import { pduReader, writePdu, type Pdu } from './pdu.ts'
import { readShortMessage, writeShortMessage, type ShortMessage } from './short-message.ts'
import { createSmppNetwork } from './smpp-network.ts'

const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const OK = 0
const bindBody = (systemId = 'kannel', password = 'sandbox') => Buffer.from(`${systemId}\0${password}\0USSD\0\x34\0\0\0`, 'latin1')

async function aNetwork() {
  const network = await createSmppNetwork({ systemId: 'kannel', password: 'sandbox', code: '*222#', answerWithinMs: 500 })
  ends.push(() => network.centre.stop())
  return network
}

/** A minimal SMPP client: binds, acknowledges deliveries, and replies with `answer`. */
async function aProgram(port: number, answer?: (heard: ShortMessage) => ShortMessage[]) {
  const socket: Socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const read = pduReader()
  const heard: Pdu[] = []
  const delivered: ShortMessage[] = []
  let sequence = 0
  const send = (command: number, body: Buffer = Buffer.alloc(0), status = 0) =>
    socket.write(writePdu({ command, status, sequence: (sequence += 1), body }))
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    for (const pdu of read(chunk)) {
      heard.push(pdu)
      if (pdu.command !== 0x5) continue
      const message = readShortMessage(pdu.body)
      delivered.push(message)
      socket.write(writePdu({ command: 0x80000005, status: 0, sequence: pdu.sequence, body: Buffer.from([0]) }))
      for (const said of answer?.(message) ?? []) send(0x4, writeShortMessage(said))
    }
  })
  ends.push(() => void socket.destroy())
  const answered = async (command: number) => {
    await expect.poll(() => heard.some((pdu) => pdu.command === command)).toBe(true)
    return heard.find((pdu) => pdu.command === command)
  }
  return { socket, send, answered, heard, delivered }
}

/** Replies to each message with a screen that contains it. */
const echo = ({ from, to, text, session }: ShortMessage): ShortMessage[] => [
  { from: to, to: from, text: `Reçu à ${text}`.replace('ç', 'c'), operation: text === '9' ? 17 : 2, session },
]

test('USSD-2 the wire is SMPP 3.4, octet by octet', () => {
  const body = writeShortMessage({ from: '22790000001', to: '222', text: 'é1', operation: 18, session: 0x1102 })
  const pdu = writePdu({ command: 0x5, status: 0, sequence: 7, body })
  expect(pdu.toString('hex')).toBe(
    '00000040000000050000000000000007' +
      '5553534400' + // service_type USSD
      '0101323237393030303030303100' + // from: international, E.164
      '000132323200' + // to
      '000000000000000000020531' + // esm_class … data_coding 0, two octets: é, 1
      '0501000112' + // ussd_service_op 18
      '138300021102', // its_session_info
  )
  expect(readShortMessage(body)).toEqual({ from: '22790000001', to: '222', text: 'é1', operation: 18, session: 0x1102 })
})

test('USSD-3 letters of GSM-7 take an octet each, those behind the escape two; one letter outside makes all of them UCS-2', () => {
  for (const text of ['Ténéré à ù è ì ò', '{€} [x] ~^|\\', "@£$¥ \n'!", 'ɓaƙi ƴan', '']) {
    const { coding, octets } = writeText(text)
    expect(readText(octets, coding)).toBe(text)
  }
  expect(writeText('éà')).toEqual({ coding: 0, octets: Buffer.from([5, 127]) })
  expect(writeText('€')).toEqual({ coding: 0, octets: Buffer.from([0x1b, 0x65]) })
  expect(writeText('ɓ')).toEqual({ coding: 8, octets: Buffer.from([0x02, 0x53]) })
})

test('USSD-2 a phone dials and answers by SMPP: operation 1, then 18, in one session that counts', async () => {
  const network = await aNetwork()
  const program = await aProgram(network.centre.port, echo)
  program.send(0x9, bindBody())
  expect(await program.answered(0x80000009)).toMatchObject({ status: OK })
  await network.dialler.dial('90000001', '*222*1#')
  expect(network.dialler.screenOf('90000001')).toEqual({ text: 'Recu à *222*1#', isOpen: true })
  await network.dialler.answer('90000001', '500')
  await network.dialler.answer('90000001', '9')
  expect(network.dialler.screenOf('90000001')).toEqual({ text: 'Recu à 9', isOpen: false })
  expect(program.delivered.map(({ operation, session, text }) => [operation, (session ?? 0) & 0xff, text])).toEqual([
    [1, 0, '*222*1#'],
    [18, 2, '500'],
    [18, 4, '9'],
  ])
  await network.dialler.answer('90000001', '1')
  expect(program.delivered).toHaveLength(3)
})

test('USSD-6 a phone that hangs up in a menu ends the session with its mark', async () => {
  const network = await aNetwork()
  const program = await aProgram(network.centre.port, (heard) => (heard.text === '' ? [] : echo(heard)))
  program.send(0x9, bindBody())
  await program.answered(0x80000009)
  await network.dialler.dial('90000001', '*222#')
  network.dialler.close('90000001')
  await expect.poll(() => program.delivered.length).toBe(2)
  expect(program.delivered[1]).toMatchObject({ operation: 18, text: '', session: (program.delivered[0]?.session ?? 0) | 1 })
  expect(network.dialler.screenOf('90000001')).toBeNull()
})

test('USSD-2 only a client with the name and the password is bound; others receive nothing and may send nothing', async () => {
  const network = await aNetwork()
  const stranger = await aProgram(network.centre.port, echo)
  stranger.send(0x9, bindBody('kannel', 'guess'))
  expect(await stranger.answered(0x80000009)).toMatchObject({ status: 0xd })
  stranger.send(0x4, writeShortMessage({ from: '222', to: '22790000001', text: 'x', operation: 2, session: 1 }))
  expect(await stranger.answered(0x80000004)).toMatchObject({ status: 0x4 })
  await network.dialler.dial('90000001', '*222#')
  expect(network.dialler.screenOf('90000001')).toEqual({ text: NO_SUCH_CODE, isOpen: false })
  expect(network.handedIn()).toBe(0)
})

test('USSD-2 a screen for another session, a phone that did not dial or an unknown operation is refused', async () => {
  const network = await aNetwork()
  const wrong: Partial<ShortMessage>[] = [
    { session: 0x6300 },
    { session: null },
    { to: '22790000002' },
    { to: '90000001' },
    { operation: 3 },
  ]
  const program = await aProgram(network.centre.port, (heard) => wrong.map((change) => ({ ...echo(heard)[0], ...change }) as ShortMessage))
  program.send(0x9, bindBody())
  await program.answered(0x80000009)
  await network.dialler.dial('90000001', '*222#')
  expect(network.dialler.screenOf('90000001')).toEqual({ text: NO_SUCH_CODE, isOpen: false })
  const refusals = program.heard.filter(({ command }) => command === 0x80000004).map(({ status }) => status)
  expect(refusals).toEqual([0xc4, 0xc4, 0xb, 0xb, 0xb])
})

test('USSD-9 a link is kept alive, closed and cut as SMPP defines; other protocols only end the connection', async () => {
  const network = await aNetwork()
  const program = await aProgram(network.centre.port)
  program.send(0x9, bindBody())
  program.send(0x15)
  expect(await program.answered(0x80000015)).toMatchObject({ status: OK })
  program.send(0x777)
  expect(await program.answered(0x80000000)).toMatchObject({ status: 0x3 })
  const first = writePdu({ command: 0x15, status: 0, sequence: 99, body: Buffer.alloc(0) })
  for (const octet of first) program.socket.write(Buffer.from([octet]))
  await expect.poll(() => program.heard.filter(({ sequence }) => sequence === 99).length).toBe(1)
  program.send(0x6)
  await program.answered(0x80000006)
  expect(network.centre.isBound()).toBe(false)
  for (const noise of ['GET / HTTP/1.1\r\n\r\n', '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0']) {
    const other = await aProgram(network.centre.port)
    other.socket.write(noise)
    await once(other.socket, 'close')
  }
  const short = await aProgram(network.centre.port)
  short.send(0x9, bindBody())
  await short.answered(0x80000009)
  short.send(0x4, Buffer.from('USSD'))
  await once(short.socket, 'close')
})

test('USSD-2 the test phone dials over SMPP when a client is bound, and by the form otherwise', async () => {
  const app = await buildSandbox({ portalUrl: 'http://127.0.0.1:9', smppPort: 0 })
  ends.push(() => app.close())
  const port = app.getDecorator<number>('smppPort')
  const program = await aProgram(port, echo)
  program.send(0x9, bindBody())
  await program.answered(0x80000009)
  const post = (path: string, fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: `/handset/90000001/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...fields, back: '/handset/90000001?tab=dial' }).toString(),
    })
  const page = async () => (await app.inject('/handset/90000001?tab=dial')).body
  await post('dial', { dialled: '*222#' })
  expect(await page()).toContain('Recu à *222#')
  await post('ussd', { input: '7' })
  expect(await page()).toContain('Recu à 7')
  await post('ussd', { press: 'close' })
  program.socket.destroy()
  await expect.poll(() => program.socket.closed).toBe(true)
  await expect
    .poll(async () => {
      await post('dial', { dialled: '*222#' })
      return page()
    })
    .toContain('Problème de connexion')
  expect(program.delivered.map(({ text }) => text).slice(0, 2)).toEqual(['*222#', '7'])
})
