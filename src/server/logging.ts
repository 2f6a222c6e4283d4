import { Writable } from 'node:stream'
import { pino, type Logger } from 'pino'

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

/** A log outside any request, with the same guard. */
export function openLog(level: string): Logger {
  return pino({ level }, guardedLogStream(process.stdout))
}
