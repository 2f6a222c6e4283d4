import { createHash } from 'node:crypto'

/**
 * Names on the wire for what one attempt sends. They are derived from the attempt alone (a UUID of version 5), so that later queries, even
 * after a crash, find the same submission. A submission that is sent again under its name is refused, not paid twice.
 */
export function pinSubmissionId(correlationId: string, secretsSent: number): string {
  return nameWithin(correlationId, `pin ${secretsSent}`)
}

export function refundSubmissionId(correlationId: string, refundRef: string): string {
  return nameWithin(correlationId, `refund ${refundRef}`)
}

function nameWithin(namespace: string, name: string): string {
  const digest = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6)
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = digest.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
