import { createServer, type AddressInfo, type Socket } from 'node:net'
import { COMMAND, isResponse, pduReader, responseTo, STATUS, writePdu, type Pdu } from './pdu.ts'
import { readBind, readShortMessage, writeShortMessage, zeroEnded, type ShortMessage } from './short-message.ts'

/** The network's own end of SMPP 3.4: programs bind to it, are given what phones type, and hand in the screens. */
export type SmppCentre = {
  port: number
  /** Whether a client that takes messages is bound. */
  isBound(): boolean
  /** What a phone typed; true once it was taken (`deliver_sm_resp` with 0). */
  deliver(message: ShortMessage): Promise<boolean>
  /** Breaks all connections, as a network does; clients have to bind again. */
  hangUp(): void
  stop(): Promise<void>
}

type Options = {
  systemId: string
  password: string
  port?: number
  /** Called with each screen that is handed in; its status goes into the answer. */
  onSubmit(message: ShortMessage): number
}

type Desk = Omit<Options, 'port'>

const DELIVER_WITHIN_MS = 5_000

type Link = { socket: Socket; isBound: boolean; takesMessages: boolean; waiting: Map<number, (status: number | null) => void> }

export async function createSmppCentre({ port = 0, ...desk }: Options): Promise<SmppCentre> {
  const links = new Set<Link>()
  let lastSequence = 0

  const server = createServer((socket) => {
    const link: Link = { socket, isBound: false, takesMessages: false, waiting: new Map() }
    const read = pduReader()
    links.add(link)
    socket.on('data', (chunk) => {
      try {
        for (const pdu of read(chunk)) hear(desk, link, pdu)
      } catch {
        // Not SMPP: closes the connection without a response.
        socket.destroy()
      }
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      links.delete(link)
      for (const tell of link.waiting.values()) tell(null)
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))

  const receiver = () => [...links].find(({ isBound, takesMessages }) => isBound && takesMessages)
  function hangUp(): void {
    for (const { socket } of links) socket.destroy()
    links.clear()
  }
  return {
    port: (server.address() as AddressInfo).port,
    isBound: () => receiver() !== undefined,
    async deliver(message) {
      const link = receiver()
      if (!link) return false
      const sequence = (lastSequence += 1)
      const { promise, resolve } = Promise.withResolvers<number | null>()
      link.waiting.set(sequence, resolve)
      const late = setTimeout(() => resolve(null), DELIVER_WITHIN_MS)
      link.socket.write(writePdu({ command: COMMAND.deliverSm, status: STATUS.ok, sequence, body: writeShortMessage(message) }))
      const status = await promise
      clearTimeout(late)
      link.waiting.delete(sequence)
      return status === STATUS.ok
    },
    hangUp,
    async stop() {
      hangUp()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Answers one PDU as SMPP 3.4 has it. */
function hear({ systemId, password, onSubmit }: Desk, link: Link, { command, status, sequence, body }: Pdu): void {
  const answer = (answered: number, answerBody: Buffer = Buffer.alloc(0)) =>
    link.socket.write(writePdu({ command: responseTo(command), status: answered, sequence, body: answerBody }))
  if (isResponse(command)) return link.waiting.get(sequence)?.(status)
  switch (command) {
    case COMMAND.bindReceiver:
    case COMMAND.bindTransmitter:
    case COMMAND.bindTransceiver: {
      const given = readBind(body)
      if (given.systemId !== systemId || given.password !== password) return void answer(STATUS.bindFailed)
      link.isBound = true
      link.takesMessages = command !== COMMAND.bindTransmitter
      return void answer(STATUS.ok, zeroEnded('sandbox'))
    }
    case COMMAND.enquireLink:
      return void answer(STATUS.ok)
    case COMMAND.unbind:
      link.isBound = false
      return void answer(STATUS.ok)
    case COMMAND.submitSm: {
      if (!link.isBound) return void answer(STATUS.notBound)
      const taken = onSubmit(readShortMessage(body))
      return void answer(taken, taken === STATUS.ok ? zeroEnded(`${sequence}`) : Buffer.alloc(0))
    }
    default:
      link.socket.write(writePdu({ command: COMMAND.genericNack, status: STATUS.invalidCommand, sequence, body: Buffer.alloc(0) }))
  }
}
