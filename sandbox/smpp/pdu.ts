/** SMPP 3.4 on the wire: a head of four numbers, then the body. */
export type Pdu = { command: number; status: number; sequence: number; body: Buffer }

export const COMMAND = {
  genericNack: 0x80000000,
  bindReceiver: 0x1,
  bindTransmitter: 0x2,
  submitSm: 0x4,
  deliverSm: 0x5,
  unbind: 0x6,
  bindTransceiver: 0x9,
  enquireLink: 0x15,
} as const

export const STATUS = {
  ok: 0x0,
  invalidLength: 0x2,
  invalidCommand: 0x3,
  notBound: 0x4,
  invalidDestination: 0xb,
  bindFailed: 0xd,
  invalidPassword: 0xe,
  invalidTlv: 0xc4,
} as const

const HEAD_OCTETS = 16
const MAX_OCTETS = 64 * 1024
const RESPONSE = 0x80000000

export function responseTo(command: number): number {
  return (command | RESPONSE) >>> 0
}

export function isResponse(command: number): boolean {
  return command >= RESPONSE
}

export function writePdu({ command, status, sequence, body }: Pdu): Buffer {
  const head = Buffer.alloc(HEAD_OCTETS)
  head.writeUInt32BE(HEAD_OCTETS + body.length, 0)
  head.writeUInt32BE(command, 4)
  head.writeUInt32BE(status, 8)
  head.writeUInt32BE(sequence, 12)
  return Buffer.concat([head, body])
}

/** Splits a stream into PDUs, however the network fragmented it. Throws RangeError for an impossible length. */
export function pduReader(): (chunk: Buffer) => Pdu[] {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const read: Pdu[] = []
    while (rest.length >= HEAD_OCTETS) {
      const length = rest.readUInt32BE(0)
      if (length < HEAD_OCTETS || length > MAX_OCTETS) throw new RangeError(`a PDU of ${length} octets`)
      if (rest.length < length) break
      const [command, status, sequence] = [rest.readUInt32BE(4), rest.readUInt32BE(8), rest.readUInt32BE(12)]
      read.push({ command, status, sequence, body: rest.subarray(HEAD_OCTETS, length) })
      rest = rest.subarray(length)
    }
    return read
  }
}
