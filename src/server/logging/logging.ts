import { Writable } from 'node:stream'
import { destination, pino, type Logger, type LoggerOptions } from 'pino'
import { requestContextFields } from '#outbound/request-context.ts'
import { maskSecrets } from '#shared/mask-secrets.ts'
import { numberLengths, type NumberPlan } from '#shared/mobile-number.ts'
import { COUNTRY } from '#shared/operator.ts'

/** As many digits standing alone as a number has, with or without dial code or trunk prefix: a mobile number, from any source. */
export function createLogMask(plan: NumberPlan): (line: string) => string {
  const { dialCode, trunkPrefix } = plan
  const lengths = numberLengths(plan)
    .map((length) => `[0-9]{${length}}`)
    .join('|')
  const trunk = trunkPrefix === '' ? '' : `(?:${trunkPrefix})?`
  const prefix = `(?:(?:\\+|00)?${dialCode})?${trunk}`
  const number = new RegExp(`(?<![0-9A-Za-z.:-])(${prefix})(${lengths})(?![0-9A-Za-z])`, 'g')
  return (line) => line.replace(number, (_whole, before: string, digits: string) => `${before}${digits.slice(0, 2)}••••${digits.slice(-2)}`)
}

const maskNumbers = createLogMask(COUNTRY)

const SECRET_FIELD =
  /("(?:pin|amPin|otp|code|password|authorization|cookie|accessToken|apiKey|secret|consumerKey|consumerSecret|passkey|ciphertext)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi

/** The timestamp of a line has as many digits as a short card number. */
const TIME = /"time":[0-9]+/
const MAY_HOLD_MORE = /[@＠﹫]|\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){12}|pin|code|otp|cv[vc]|crypto|mot\s+de\s+passe|pass|mdp|secret/iu

/** The last protection of the log: routes never log a body, and if one slips through, numbers and secrets are masked here. */
export function withoutSecrets(line: string): string {
  const plain = maskNumbers(line.replace(SECRET_FIELD, '$1"[removed]"'))
  return inertSigns(MAY_HOLD_MORE.test(plain.replace(TIME, '')) ? withoutTypedSecrets(plain) : plain)
}

/** Abuse 64: JSON escapes line ends and ESC; these characters also move the cursor of a terminal, or end a line for some readers. */
const STRANGE_SIGNS = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu

function inertSigns(line: string): string {
  return line.replace(STRANGE_SIGNS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Abuse 86: masks value by value, so that a line stays readable for programs. Most lines never need this. */
function withoutTypedSecrets(line: string): string {
  try {
    return `${JSON.stringify(maskValues(JSON.parse(line)))}${line.endsWith('\n') ? '\n' : ''}`
  } catch {
    return maskSecrets(line)
  }
}

const OWN_FIELDS = new Set(['time', 'level', 'pid', 'hostname', 'reqId', 'requestId', 'correlationId', 'ms'])

function maskValues(value: unknown): unknown {
  if (typeof value === 'string') return maskSecrets(value)
  if (typeof value === 'number') return maskSecrets(String(value)) === String(value) ? value : maskSecrets(String(value))
  if (Array.isArray(value)) return value.map(maskValues)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]): [string, unknown] => [maskSecrets(name), OWN_FIELDS.has(name) ? inner : maskValues(inner)]),
  )
}

export function guardedLogStream(target: { write(line: string): unknown }): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      target.write(withoutSecrets(chunk.toString()))
      done()
    },
  })
}

const STANDARD_OUTPUT = 1
const MAX_UNWRITTEN_BYTES = 1_000_000

/**
 * Destination of the log. `process.stdout` would end the process when its disk is full or its reader gone, and would stay closed
 * afterwards. Here lines are buffered, up to a limit, and writing resumes when there is room again.
 */
export function openLogOutput(file: number | string = STANDARD_OUTPUT): { write(line: string): unknown } {
  const output = destination({ dest: file, sync: true, maxLength: MAX_UNWRITTEN_BYTES })
  // The failure cannot be reported: the log itself cannot be written.
  output.on('error', () => {})
  return output
}

/** A request's own log lines contain it already. */
export function workMixin(_fields: object, _level: number, logger: { bindings(): object }): object {
  const { requestId, ...about } = requestContextFields()
  return requestId === undefined || 'requestId' in logger.bindings() ? about : { requestId, ...about }
}

/** A log outside any request, with the same masking. */
export function openLog(level: string): Logger {
  const options: LoggerOptions = { level, mixin: workMixin }
  return pino(options, guardedLogStream(openLogOutput()))
}
