import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { productionEnvironment, providerEnvironments } from '#tests/support/production-environment.ts'
import { CERTIFICATE } from '#tests/support/test-certificate.ts'
import { readSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'guichet-pem-'))
const own = providerEnvironments('pispi')[0] ?? {}
const problemWith = (changes: Record<string, string>, env = productionEnvironment(own)) => {
  try {
    readSettings({ ...env, ...changes })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
function aFile(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test('OPS-3 a client certificate and its key are read at start', () => {
  expect(problemWith({})).toBeNull()
  expect(readSettings(productionEnvironment(own)).wallets.pispi).toMatchObject({
    clientCertificate: CERTIFICATE,
    clientKey: readFileSync(own['PISPI_CLIENT_KEY_FILE'] ?? '', 'utf8'),
  })
})

test.for(['/nowhere/client.pem', 'none', folder, aFile('words.pem', 'hush-hush'), aFile('empty.pem', '')])(
  'OPS-3 production does not start with %s in place of a PEM file, and repeats nothing of it',
  (path) => {
    for (const name of ['PISPI_CLIENT_CERT_FILE', 'PISPI_CLIENT_KEY_FILE', 'PISPI_CA_FILE']) {
      expect(problemWith({ [name]: path }), name).toBe(`${name} must be a PEM file that can be read, not '${path}'`)
    }
  },
)

test('OPS-3 a key of another certificate, and a certificate that has expired, are named', () => {
  const [key, certificate] = [join(folder, 'other.key'), join(folder, 'other.pem')]
  const asked = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=x', '-days', '1']
  execFileSync('openssl', [...asked, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  expect(problemWith({ PISPI_CLIENT_KEY_FILE: key })).toBe(
    'PISPI_CLIENT_KEY_FILE must hold the key of the certificate in PISPI_CLIENT_CERT_FILE',
  )
  expect(problemWith({ PISPI_CLIENT_KEY_FILE: key, PISPI_CLIENT_CERT_FILE: certificate })).toBeNull()
  execFileSync('openssl', ['x509', '-in', certificate, '-signkey', key, '-days', '-1', '-out', certificate], { stdio: 'ignore' })
  expect(problemWith({ PISPI_CLIENT_KEY_FILE: key, PISPI_CLIENT_CERT_FILE: certificate })).toMatch(
    /^PISPI_CLIENT_CERT_FILE holds a certificate that expired on \d{4}-\d\d-\d\d$/,
  )
})

test('GEN-4 the sandbox needs no certificate; one of the two alone is named there too', () => {
  expect(readSettings({}).wallets.pispi).toMatchObject({ clientCertificate: null, clientKey: null, authority: null })
  expect(problemWith({ PISPI_CLIENT_CERT_FILE: own['PISPI_CLIENT_CERT_FILE'] ?? '' }, {})).toMatch(
    /^PISPI_CLIENT_KEY_FILE must be set together/,
  )
})
