import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setting, type About, type Setting } from './setting.ts'

/** The word for no file: the sandbox needs none. */
const NONE = 'none'

/** A PEM file, read at start; null for the sandbox's `none`. */
export function pemFile(name: string, about: About & { holds: keyof typeof READERS }): Setting<string | null> {
  return setting(
    name,
    { ...about, sandbox: NONE },
    {
      kind: 'file',
      example: `/etc/guichet/${name.toLowerCase().replaceAll('_', '-')}.pem`,
      problemOf: (path, { mode }) => (path === NONE && mode === 'sandbox' ? null : problemOf(path, READERS[about.holds])),
      parse: (path) => (path === NONE ? null : readFileSync(path, 'utf8')),
    },
  )
}

const READERS = {
  certificate(pem: string) {
    const { validToDate } = new X509Certificate(pem)
    return validToDate < new Date() ? `holds a certificate that expired on ${validToDate.toISOString().slice(0, 10)}` : null
  },
  key(pem: string) {
    createPrivateKey(pem)
    return null
  },
} as const satisfies Record<string, (pem: string) => string | null>

/** Errors of the file system and of OpenSSL may quote what they read: none of it is repeated. */
function problemOf(path: string, read: (pem: string) => string | null): string | null {
  try {
    return read(readFileSync(path, 'utf8'))
  } catch {
    return `must be a PEM file that can be read, not '${path}'`
  }
}

/** Whether a key belongs to a certificate. */
export function isPair(certificate: string, key: string): boolean {
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
}
