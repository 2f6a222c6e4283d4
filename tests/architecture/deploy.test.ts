import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Errors found in a deployment on real machines; other tests run without systemd, nginx as a service and Debian's PostgreSQL. */
const shipped = (name: string) => readFileSync(`deploy/${name}`, 'utf8').replaceAll(/^\s*#.*\n/gm, '')

test('OPS-5 the systemd unit lets the portal list the addresses of its machine: with HOST=0.0.0.0 the start does', () => {
  expect(shipped('guichet.service')).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m)
})

test('nginx.conf logs to a file: a service of systemd cannot open /dev/stdout', () => {
  expect(shipped('nginx.conf')).toMatch(/^\s*access_log \/var\/log\/nginx\/\S+ short;$/m)
  expect(shipped('nginx.conf')).not.toContain('/dev/std')
})

test('patroni.yml lets the account postgres in by the socket: libpq looks for a password under another name there', () => {
  const [, rules = ''] = shipped('patroni.yml').split('pg_hba:\n')
  expect(rules.trim().split('\n')[0]).toBe('- local all postgres peer')
})

test('USSD-2 nginx.conf logs no key that a USSD gateway sends in the path, in either log', () => {
  const conf = shipped('nginx.conf')
  expect(conf).toMatch(/^\s*'~\^\/ussd\/v1\/session\/' \/ussd\/v1\/session\/\[key\];$/m)
  expect(conf.match(/log_format .*/g)).toEqual([expect.not.stringMatching(/\$(?:uri|request|request_uri)\b(?!_)/)])
  expect(conf).toMatch(/location \/ussd\/v1\/session\/ \{\s*error_log \/dev\/null;/)
})

test('CON-1 nginx.conf gives the console a port of its own and closes it to the internet; the public server never leads there', () => {
  const servers = shipped('nginx.conf')
    .split(/^ {2}server \{$/m)
    .slice(1)
  const leading = servers.filter((server) => server.includes('proxy_pass http://console'))
  expect(leading).toHaveLength(1)
  expect(leading[0]?.match(/^\s*listen .*$/gm)?.map((line) => line.trim())).toEqual(['listen 8443 ssl http2;'])
  expect(leading[0]).toMatch(/allow 10\.0\.0\.0\/8;[^}]*deny all;/)
  expect(leading[0]).toContain('proxy_set_header host $http_host;')
  expect(servers.filter((server) => /listen (?:80|443)\b/.test(server))).toHaveLength(2)
})
