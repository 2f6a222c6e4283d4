import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const PRODUCTION = {
  GUICHET_MODE: 'production',
  PUBLIC_URL: 'https://portail.example.ne',
  DATABASE_URL: 'postgresql://guichet@db.example.ne/guichet',
  GUICHET_SECRET: 'k9w2'.repeat(10),
  OPERATOR_URL: 'https://core.example.ne',
  OPERATOR_CLIENT_ID: 'portal',
  OPERATOR_CLIENT_SECRET: 'x1',
  SMS_URL: 'https://sms.example.ne',
  SMS_USERNAME: 'portal',
  SMS_PASSWORD: 'x2',
  SMS_FROM: '300',
}

test('without any setting the portal is a sandbox on port 3000', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({ mode: 'sandbox', port: 3000, sandboxPort: 3001, adminPort: 3002, databaseUrl: null, country: 'NE' })
  expect(settings.publicUrl.href).toBe('http://localhost:3000/')
})

test('complete production settings are accepted and show nothing of the sandbox', () => {
  expect(readSettings(PRODUCTION)).toMatchObject({ mode: 'production', host: '0.0.0.0', sandboxUrl: null })
})

test.for([
  [{ PORT: 'abc' }, /^PORT must be a port number/],
  [{ PORT: '70000' }, /^PORT must be a port number/],
  [{ GUICHET_MODE: 'prod' }, /^GUICHET_MODE must be one of sandbox, production/],
  [{ PUBLIC_URL: 'portal' }, /^PUBLIC_URL must be an http or https address/],
  [{ PUBLIC_URL: 'javascript:alert(1)' }, /^PUBLIC_URL must be an http or https address/],
  [{ TRUSTED_PROXIES: 'true' }, /^TRUSTED_PROXIES must list addresses/],
  [{ OUTBOUND_ROUTES: 'https://x.test' }, /^OUTBOUND_ROUTES must be a JSON map/],
  [{ OUTBOUND_ROUTES: '{"/payment/start":"https://x.test"}' }, /^OUTBOUND_ROUTES may point \/contact-us, .* not '\/payment\/start'$/],
  [{ OUTBOUND_ROUTES: '{"/contact-us":"http://x.test"}' }, /^OUTBOUND_ROUTES must point \/contact-us to an https address/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
  [{ ...PRODUCTION, OPERATOR_URL: undefined }, /^OPERATOR_URL must be set in production/],
  [{ ...PRODUCTION, SMS_PASSWORD: undefined }, /^SMS_PASSWORD must be set in production/],
  [{ OPERATOR_PROFILE: 'strange' }, /^OPERATOR_PROFILE must be one of/],
  [{ OPERATOR_URL: 'core' }, /^OPERATOR_URL must be an http or https address/],
  [{ ...PRODUCTION, PUBLIC_URL: undefined }, /^PUBLIC_URL must be set in production/],
  [{ ...PRODUCTION, DATABASE_URL: undefined }, /^DATABASE_URL must be set in production/],
  [{ ...PRODUCTION, PUBLIC_URL: 'http://portail.example.ne' }, /^PUBLIC_URL must begin with https/],
  [{ ...PRODUCTION, GUICHET_SECRET: 'short' }, /^GUICHET_SECRET must be a secret of its own/],
  [{ ...PRODUCTION, GUICHET_SECRET: 'sandbox-only-secret-never-for-production' }, /^GUICHET_SECRET must be a secret of its own/],
  [{ ...PRODUCTION, SANDBOX_PORT: '3001' }, /no place in production/],
  [{ ...PRODUCTION, OPERATOR_URL: 'http://localhost:3001/tmf-api' }, /^OPERATOR_URL points to this machine/],
  [{ ...PRODUCTION, SMS_URL: 'http://127.0.0.1:13013' }, /^SMS_URL points to this machine/],
  [{ ...PRODUCTION, SMS_URL: 'http://[::1]:13013' }, /^SMS_URL points to this machine/],
  [{ ...PRODUCTION, COUNTRY_PROFILE: 'NE-all-flags' }, /^COUNTRY_PROFILE must be NE/],
] as const)('a wrong setting is one clear line: %o', ([env, message]) => {
  expect(() => readSettings(env)).toThrow(message)
})
