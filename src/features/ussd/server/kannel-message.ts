import type { UssdRequest } from './find-step.ts'
import type { UssdAnswer } from './ussd-answer.ts'
import { LONGEST_INPUT, MOST_INPUTS, numberOf } from './ussd-door.ts'

/** What a Kannel posts: headers and body of its `post-url`, and the message's own name there, `%I`. */
export type KannelMessage = { id: string; from: string; metaData: string; contentType: string; body: Buffer }

/**
 * How the network uses `its_session_info`. `counted`, as SMPP 3.4 5.3.2.45 has it: an octet with the session's number, then a count of messages,
 * whose lowest bit marks the end. `plain`: both octets together are a name of the session.
 */
export type SmppProfile = 'counted' | 'plain'

/** Of SMPP's `ussd_service_op`: somebody dialled, somebody answered; a screen that takes an answer, the last screen. */
const DIALLED = 1
const ANSWERED = 18
const SCREEN = 2
const LAST_SCREEN = 17
const END_MARK = 1
const NO_SESSION = 'none'

/** A message that was read: whom to answer, and by which session. `silence`: it wants no answer. */
export type ReadMessage = { kind: 'request'; request: UssdRequest; session: Buffer | null } | { kind: 'silence' } | { kind: 'wrong' }

export function readKannelMessage(message: KannelMessage, { code, profile }: { code: string; profile: SmppProfile }): ReadMessage {
  const tlvs = readMetaData(message.metaData)
  const msisdn = numberOf(message.from)
  const operation = operationOf(tlvs.get('ussd_service_op'))
  const session = tlvs.get('its_session_info') ?? null
  if (msisdn === null || operation === null || !/^[0-9A-Za-z-]{1,64}$/.test(message.id)) return { kind: 'wrong' }
  if (session && session.length !== 2) return { kind: 'wrong' }
  const isCounted = profile === 'counted' && session !== null
  // The phone hung up, or the network did: nobody is there to read an answer, and whoever dials again may go on.
  if (isCounted && ((session[1] ?? 0) & END_MARK) === END_MARK) return { kind: 'silence' }
  if (operation !== DIALLED && operation !== ANSWERED) return { kind: 'silence' }
  const text = textOf(message)
  const isDialled = operation === DIALLED
  return {
    kind: 'request',
    session,
    request: {
      gateway: 'smpp',
      sessionId: session ? session.subarray(0, isCounted ? 1 : 2).toString('hex') : NO_SESSION,
      msisdn,
      inputs: isDialled ? dialledInputs(text, code) : [text.slice(0, LONGEST_INPUT)],
      told: {
        kind: 'message',
        isDialled,
        // The count goes round and networks begin it anew: what is dialled is known again by Kannel's name only.
        mark: isCounted && !isDialled ? `count ${session[1]}` : `message ${message.id}`,
        isMarkOfPress: isCounted && !isDialled,
      },
    },
  }
}

/** What Kannel is to put beside the screen. Session as it came; the last screen closes it. */
export function answerMetaData({ isEnd }: UssdAnswer, session: Buffer | null, profile: SmppProfile): string {
  const operation = `?smpp?ussd_service_op=${isEnd ? LAST_SCREEN : SCREEN}`
  if (!session) return operation
  const [number = 0, count = 0] = session
  const octets = [number, isEnd && profile === 'counted' ? count | END_MARK : count]
  return `${operation}&its_session_info=${octets.map((octet) => `%${octet.toString(16).padStart(2, '0')}`).join('')}`
}

/** `?smpp?ussd_service_op=%01&its_session_info=%11%00&`: groups between question marks, octets as addresses write them. */
function readMetaData(metaData: string): Map<string, Buffer> {
  const groups = metaData.split('?')
  const values = new Map<string, Buffer>()
  for (const pair of groups[groups.indexOf('smpp') + 1]?.split('&') ?? []) {
    const [name = '', value] = pair.split('=')
    if (value !== undefined) values.set(name, octetsOf(value))
  }
  return values
}

function octetsOf(written: string): Buffer {
  const text = written
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(text, 'latin1')
}

/** An octet, or a number in digits: Kannel writes it by how its configuration declares the field. */
function operationOf(octets: Buffer | undefined): number | null {
  const written = octets?.toString('latin1') ?? ''
  if (/^[0-9]{1,3}$/.test(written)) return Number(written)
  return octets?.length === 1 ? octets.readUInt8(0) : null
}

/** What was typed behind the code: `*222*1*2#` is the code with two answers. What the network sends here otherwise opens the menu. */
function dialledInputs(dialled: string, code: string): string[] {
  const start = `${code.slice(0, -1)}*`
  const inputs = dialled.startsWith(start) && dialled.endsWith('#') ? dialled.slice(start.length, -1).split('*') : []
  return inputs.length > MOST_INPUTS || inputs.some((input) => input.length > LONGEST_INPUT) ? [] : inputs
}

function textOf({ contentType, body }: KannelMessage): string {
  if (!/utf-16be/i.test(contentType)) return body.toString('utf8')
  return Buffer.from(body.subarray(0, body.length & ~1))
    .swap16()
    .toString('utf16le')
}

/** How Kannel shows the key: the name is in its `post-url` too. */
export function kannelAuthorization(key: string): string {
  return `Basic ${Buffer.from(`ussd:${key}`).toString('base64')}`
}
