import { expect, test } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'
import { visibleText } from './visible-text.ts'

test('abuse 86 a text is one line of visible signs, so a secret that was taken apart is found by its mask', () => {
  expect(visibleText('  pas de\r\n\tcrédit\u0000 ici ')).toBe('pas de crédit ici')
  expect(visibleText('\u202e0005\u202c F \u2066rendus\u2069\ufeff')).toBe('0005 F rendus')
  const apart = '9\u200b\u200b\u200b6\u200d\u200d\u200d0\u2060\u2060\u20600\u200b\u200b\u200b0\u200b\u200b\u200b070'
  expect(maskSecrets(apart)).toBe(apart)
  expect(maskSecrets(visibleText(apart))).toBe('96 •• •• 70')
})
