import { readText, writeText } from './coded-text.ts'

/** The USSD fields of `submit_sm` and `deliver_sm`, which are the same. */
export type ShortMessage = {
  from: string
  to: string
  text: string
  /** SMPP 3.4 5.3.2.44: 1 a dialled code, 2 a screen that takes an answer, 18 the answer to it, 17 the last screen. */
  operation: number | null
  /** Two octets: the session's number; its count of messages and, in the lowest bit, its end. */
  session: number | null
}

const TLV = { ussdServiceOp: 0x0501, messagePayload: 0x0424, itsSessionInfo: 0x1383 } as const
const INTERNATIONAL = 1
const E164 = 1

export function writeShortMessage({ from, to, text, operation, session }: ShortMessage): Buffer {
  const { coding, octets } = writeText(text)
  return Buffer.concat([
    zeroEnded('USSD'),
    Buffer.from([INTERNATIONAL, E164]),
    zeroEnded(from),
    Buffer.from([0, E164]),
    zeroEnded(to),
    // esm_class, protocol, priority, no schedule, no validity, no receipt, no replacement, coding, no template
    Buffer.from([0, 0, 0, 0, 0, 0, 0, coding, 0, octets.length]),
    octets,
    ...(operation === null ? [] : [tlv(TLV.ussdServiceOp, Buffer.from([operation]))]),
    ...(session === null ? [] : [tlv(TLV.itsSessionInfo, twoOctets(session))]),
  ])
}

/** Throws RangeError for a body that ends too early. */
export function readShortMessage(body: Buffer): ShortMessage {
  const fields = fieldReader(body)
  fields.text()
  fields.octets(2)
  const from = fields.text()
  fields.octets(2)
  const to = fields.text()
  fields.octets(3)
  fields.text()
  fields.text()
  fields.octets(2)
  const coding = fields.octet()
  fields.octets(1)
  const short = fields.octets(fields.octet())
  const tlvs = new Map<number, Buffer>()
  while (!fields.isAtEnd()) {
    const [tag, length] = [fields.octets(2).readUInt16BE(0), fields.octets(2).readUInt16BE(0)]
    tlvs.set(tag, fields.octets(length))
  }
  const operation = tlvs.get(TLV.ussdServiceOp)
  const session = tlvs.get(TLV.itsSessionInfo)
  return {
    from,
    to,
    text: readText(tlvs.get(TLV.messagePayload) ?? short, coding),
    operation: operation?.length === 1 ? operation.readUInt8(0) : null,
    session: session?.length === 2 ? session.readUInt16BE(0) : null,
  }
}

/** The name and the password in a bind request. */
export function readBind(body: Buffer): { systemId: string; password: string } {
  const fields = fieldReader(body)
  return { systemId: fields.text(), password: fields.text() }
}

export function zeroEnded(text: string): Buffer {
  return Buffer.from(`${text}\0`, 'latin1')
}

function tlv(tag: number, value: Buffer): Buffer {
  return Buffer.concat([twoOctets(tag), twoOctets(value.length), value])
}

function twoOctets(value: number): Buffer {
  const octets = Buffer.alloc(2)
  octets.writeUInt16BE(value, 0)
  return octets
}

function fieldReader(body: Buffer) {
  let at = 0
  function octets(count: number): Buffer {
    if (at + count > body.length) throw new RangeError('a PDU ends in the middle of a field')
    at += count
    return body.subarray(at - count, at)
  }
  return {
    octets,
    octet: () => octets(1).readUInt8(0),
    text() {
      const end = body.indexOf(0, at)
      if (end === -1) throw new RangeError('a text without an end')
      const text = octets(end - at).toString('latin1')
      octets(1)
      return text
    },
    isAtEnd: () => at >= body.length,
  }
}
