import { expect, test } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'

test.for([
  ['mon code PIN est 7391', 'mon code PIN est ••••'],
  ['PIN 1234', 'PIN ••••'],
  ['pin:1234, merci', 'pin:••••, merci'],
  ['PIN1234', 'PIN••••'],
  ['le code que j’ai reçu par SMS est le 583920', 'le code que j’ai reçu par SMS est le ••••'],
  ['the code I got by SMS is 583 920.', 'the code I got by SMS is ••••.'],
  ['code 5 8 3 9 2 0', 'code ••••'],
  ['OTP=583920', 'OTP=••••'],
  ['mot de passe : 998877', 'mot de passe : ••••'],
  ['583920 est mon code', '•••• est mon code'],
  ['1234 is my PIN', '•••• is my PIN'],
  ['cvv 123', 'cvv ••••'],
  ['code ５８３９２０', 'code ••••'],
] as const)('abuse 86 digits that are called a code are masked: %s', ([typed, kept]) => expect(maskSecrets(typed)).toBe(kept))

test.for([
  ['écrivez à amina.moussa@example.ne svp', 'écrivez à ••• svp'],
  ['<amina@example.ne>', '<•••>'],
  ['amina＠example.ne', '•••'],
  ['appelez le 90 12 34 56', 'appelez le 90 •• •• 56'],
  ['+227 90123456', '90 •• •• 56'],
  ['0022790123456', '90 •• •• 56'],
  ['90-12-34-56/91.12.34.57', '90 •• •• 56/91 •• •• 57'],
] as const)('abuse 86 e-mail addresses and phone numbers are masked: %s', ([typed, kept]) => expect(maskSecrets(typed)).toBe(kept))

test.for([
  '4084\u202f0840\u202f8408\u202f4081',
  '4084\u200b0840\u200b8408\u200b4081',
  '4084 - 0840 - 8408 - 4081',
  '4084.0840.8408.4081',
  '4084–0840–8408–4081',
  '4 0 8 4 0 8 4 0 8 4 0 8 4 0 8 1',
  '４０８４０８４０８４０８４０８１',
  '٤٠٨٤ ٠٨٤٠ ٨٤٠٨ ٤٠٨١',
  '4084+0840+8408+4081',
  '4084\n0840\n8408\n4081',
])('abuse 66 abuse 86 a card number is found however it is written: %j', (card) => {
  expect(maskSecrets(`ma carte ${card} svp`)).toBe('ma carte •••• 4081 svp')
})

test.for([
  'code postal 8001',
  'le code erreur 1006 s’affiche, error code 5001 too',
  'composez le code *144#, puis *1440#',
  'j’ai payé 5 000 F le 15/11/2026 à 14:02',
  'Rue 12, Plateau, porte 305',
  'forfait de 2000 Mo du 20261115',
  'épinglé 2026',
  '2026-11-15 10:00:00',
])('text without a secret is unchanged: %s', (text) => expect(maskSecrets(text)).toBe(text))

test.for([
  ['https://x.test/?q=amina%40example.ne merci', 'https:••• merci'],
  ['vu sur /gethelp?q=PIN%3A7391', 'vu sur /gethelp?q=PIN:••••'],
  ['/a?to=%2Fb%3Fq%3D4084%25200840%25208408%25204081', '/a?to=/b?q=•••• 4081'],
  ['%zz amina%40example.ne%zz', '%zz •••'],
] as const)('abuse 86 percent-encoded secrets are found too: %s', ([typed, kept]) => expect(maskSecrets(typed)).toBe(kept))

test.for(['solde à 100%', 'remise de 50%20', '%E2%82%AC', '100%25'])('percent signs are unchanged: %s', (text) =>
  expect(maskSecrets(text)).toBe(text),
)

test('a value that belongs in a field stays there, and no other does', () => {
  expect(maskSecrets('90 12 34 56 PIN 1234', { keeps: 'mobile-number' })).toBe('90 12 34 56 PIN ••••')
  expect(maskSecrets('amina@example.ne 4084084084084081', { keeps: 'email' })).toBe('amina@example.ne •••• 4081')
})

test('masking again changes nothing', () => {
  const text = 'PIN 1234 code 583920 90 12 34 56 amina@example.ne 4084084084084081 1234 est mon code'
  expect(maskSecrets(maskSecrets(text))).toBe(maskSecrets(text))
})

test.for(['0', '9', 'code ', 'code de ', 'a@', '@', '90 ', 'pin:', '\u200b', '1 ', '%', '%25', '%2', 'a%40'])(
  'sixty thousand characters are processed quickly: %j',
  (piece) => {
    const began = performance.now()
    maskSecrets(piece.repeat(60_000 / piece.length))
    expect(performance.now() - began).toBeLessThan(500)
  },
)
