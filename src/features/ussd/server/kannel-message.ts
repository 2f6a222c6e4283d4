import type { UssdRequest } from './find-step.ts'
import type { UssdAnswer } from './ussd-answer.ts'
import { MAX_INPUT_CHARACTERS, MAX_INPUTS, numberOf } from './ussd-endpoint.ts'

/** What Kannel posts: headers and body of its `post-url`, and the message id, `%I`. */
export type KannelMessage = { id: string; from: string; metaData: string; contentType: string; body: Buffer }

/**
 * How the network uses `its_session_info`. `counted` follows SMPP 3.4 5.3.2.45: an octet with the session's number, then a message counter,
 * whose lowest bit marks the end. `plain`: both octets together identify the session.
 */
export type SmppProfile = 'counted' | 'plain'

/** Values of SMPP's `ussd_service_op`: code dialled, input sent; screen that accepts an input, last screen. */
const DIALLED = 1
const ANSWERED = 18
const SCREEN = 2
const LAST_SCREEN = 17
const END_MARK = 1
const NO_SESSION = 'none'

/** A parsed message: the request and its session. `silence`: it needs no answer. */
export type ReadMessage = { kind: 'request'; request: UssdRequest; session: Buffer | null } | { kind: 'silence' } | { kind: 'wrong' }

export function readKannelMessage(message: KannelMessage, { code, profile }: { code: string; profile: SmppProfile }): ReadMessage {
  const tlvs = readMetaData(message.metaData)
  const msisdn = numberOf(message.from)
  const operation = operationOf(tlvs.get('ussd_service_op'))
  const session = tlvs.get('its_session_info') ?? null
  if (msisdn === null || operation === null || !/^[0-9A-Za-z-]{1,64}$/.test(message.id)) return { kind: 'wrong' }
  if (session && session.length !== 2) return { kind: 'wrong' }
  const isCounted = profile === 'counted' && session !== null
  // The phone or the network ended the session, so an answer would reach no phone. Dialling again may resume it.
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
      inputs: isDialled ? dialledInputs(text, code) : [text.slice(0, MAX_INPUT_CHARACTERS)],
      told: {
        kind: 'message',
        isDialled,
        // The counter wraps and networks restart it, so a dialled message is identified by Kannel's id only.
        mark: isCounted && !isDialled ? `count ${session[1]}` : `message ${message.id}`,
        isMarkOfPress: isCounted && !isDialled,
      },
    },
  }
}

/** The meta data that Kannel sends with the screen. The session is returned as received; the last screen closes it. */
export function answerMetaData({ isEnd }: UssdAnswer, session: Buffer | null, profile: SmppProfile): string {
  const operation = `?smpp?ussd_service_op=${isEnd ? LAST_SCREEN : SCREEN}`
  if (!session) return operation
  const [number = 0, count = 0] = session
  const octets = [number, isEnd && profile === 'counted' ? count | END_MARK : count]
  return `${operation}&its_session_info=${octets.map((octet) => `%${octet.toString(16).padStart(2, '0')}`).join('')}`
}

/** Parses `?smpp?ussd_service_op=%01&its_session_info=%11%00&`: groups between question marks, octets percent-encoded. */
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

/** An octet or a decimal number: the field's declaration in Kannel's configuration decides. */
function operationOf(octets: Buffer | undefined): number | null {
  const written = octets?.toString('latin1') ?? ''
  if (/^[0-9]{1,3}$/.test(written)) return Number(written)
  return octets?.length === 1 ? octets.readUInt8(0) : null
}

/** The inputs dialled with the code: `*222*1*2#` is the code with two inputs. Any other text opens the menu. */
function dialledInputs(dialled: string, code: string): string[] {
  const start = `${code.slice(0, -1)}*`
  const inputs = dialled.startsWith(start) && dialled.endsWith('#') ? dialled.slice(start.length, -1).split('*') : []
  return inputs.length > MAX_INPUTS || inputs.some((input) => input.length > MAX_INPUT_CHARACTERS) ? [] : inputs
}

function textOf({ contentType, body }: KannelMessage): string {
  if (!/utf-16be/i.test(contentType)) return body.toString('utf8')
  return Buffer.from(body.subarray(0, body.length & ~1))
    .swap16()
    .toString('utf16le')
}

/** The key as Kannel sends it: user and password of its `post-url`. */
export function kannelAuthorization(key: string): string {
  return `Basic ${Buffer.from(`ussd:${key}`).toString('base64')}`
}
