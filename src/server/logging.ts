import { Writable } from 'node:stream'
import { destination, pino, type Logger } from 'pino'

/** Eight digits standing alone, with or without the dial code: a mobile number, whoever wrote it into a message. */
const LONELY_NUMBER = /(?<![0-9A-Za-z.:-])((?:\+|00)?227)?([0-9]{2})[0-9]{4}([0-9]{2})(?![0-9A-Za-z])/g

const SECRET_FIELD =
  /("(?:pin|amPin|otp|code|password|authorization|cookie|accessToken|apiKey|secret|consumerKey|consumerSecret|passkey|ciphertext)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi

/** The last guard of the log: routes never log a body, and should one slip through, numbers and secrets are masked here. */
export function withoutSecrets(line: string): string {
  return line.replace(SECRET_FIELD, '$1"[removed]"').replace(LONELY_NUMBER, '$1$2••••$3')
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
const MOST_UNWRITTEN_BYTES = 1_000_000

/**
 * Where logs go. `process.stdout` would end the process when its disk is full or its reader gone, and would stay closed afterwards; here
 * lines wait, up to a limit, and the log goes on when there is room again.
 */
export function openLogOutput(file: number | string = STANDARD_OUTPUT): { write(line: string): unknown } {
  const output = destination({ dest: file, sync: true, maxLength: MOST_UNWRITTEN_BYTES })
  // There is nowhere left to say it: the log is what cannot be written.
  output.on('error', () => {})
  return output
}

/** A log outside any request, with the same guard. */
export function openLog(level: string): Logger {
  return pino({ level }, guardedLogStream(openLogOutput()))
}
