import { expect, test } from 'vitest'
import { maskAddress } from './mask-address.ts'

const shown = (path: string) => decodeURIComponent(maskAddress(path))

test.for([
  ['/gethelp?q=4084+0840+8408+4081', '/gethelp?q=••••+4081'],
  ['/gethelp?q=mon%20PIN%201234', '/gethelp?q=mon+PIN+••••'],
  ['/gethelp?q=583920', '/gethelp?q=••••'],
  ['/storeLocator?q=amina%40example.ne&kind=shop', '/storeLocator?q=•••&kind=shop'],
  ['/openNetworks?q=chez%2090%2012%2034%2056', '/openNetworks?q=chez+90+••+••+56'],
  ['/hbb-lead?redirect=%2Fgethelp%3Fq%3D4084084084084081', '/hbb-lead?redirect=/gethelp?q=••••+4081'],
  ['/hbb-lead?redirect=%2Fgethelp%3Fq%3Damina%2540example.ne', '/hbb-lead?redirect=•••'],
  ['/x?amina%40example.ne=1', '/x?•••=1'],
  ['/check-balance?msisdn=4084084084084081', '/check-balance?msisdn=••••+4081'],
] as const)('abuse 86 no address of ours contains a secret: %s', ([typed, kept]) => expect(shown(typed)).toBe(kept))

test.for([
  '/gethelp',
  '/gethelp?q=solde%20insuffisant',
  '/storeLocator?q=8001',
  '/openNetworks?lat=13.512345678901234&lng=2.112345678901234&tech=4G',
  '/prepaid-recharge?msisdn=90123456&amount=5000',
  '/payment/status?pg=dpo&TransID=4084084084084081&CompanyRef=ABCDEFGH2345',
  '/payment/start?purchase=AbCdEfGhIjKlMnOpQrStUv',
  '/gethelp?q=100%',
  '//elsewhere.example/?q=4084084084084081',
])('a parameter without a secret, or where it belongs, is unchanged: %s', (path) => expect(maskAddress(path)).toBe(path))

test('a masked address is not masked again, so that no client is redirected in a loop', () => {
  const once = maskAddress('/gethelp?q=4084+0840+8408+4081+PIN+1234+amina%40example.ne+90123456')
  expect(maskAddress(once)).toBe(once)
})
