import fc from 'fast-check'
import { expect, test } from 'vitest'
import { childrenOf, childText, readXml, writeXml, type XmlElement } from './xml-text.ts'

const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, i) => `<!ENTITY lol${i + 1} "${`&lol${i || ''};`.repeat(10)}">`).join('')}]><API3G><Result>&lol9;</Result></API3G>`

function textIn(xml: string, name = 'Result'): string | null {
  const root = readXml(xml)
  return root && childText(root, name)
}

test.for<[string, string]>([
  ['plain', '<API3G><Result>000</Result></API3G>'],
  ['with a declaration', '<?xml version="1.0" encoding="utf-8"?>\n<API3G>\n  <Result>000</Result>\n</API3G>\n'],
  ['after a byte order mark', '\uFEFF<?xml version="1.0"?><API3G><Result>000</Result></API3G>'],
  ['after spaces', '  \r\n<API3G><Result> 000 </Result></API3G>'],
  ['in CDATA', '<API3G><Result><![CDATA[000]]></Result></API3G>'],
  ['with a comment', '<API3G><!-- <Result>999</Result> --><Result>0<!-- x -->00</Result></API3G>'],
  ['with attributes', '<API3G version="6"><Result kind="code">000</Result ></API3G>'],
  ['with an empty element', '<API3G><Empty/><Other a="b" /><Result>000</Result></API3G>'],
  ['with character references', '<API3G><Result>&#48;&#x30;0</Result></API3G>'],
])('reads an answer %s', ([, xml]) => {
  expect(textIn(xml)).toBe('000')
})

test.for<[string, string]>([
  ['an entity bomb', bomb],
  ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><API3G><Result>&x;</Result></API3G>'],
  ['a DOCTYPE', '<!DOCTYPE API3G><API3G><Result>000</Result></API3G>'],
  ['a DOCTYPE inside', '<API3G><!DOCTYPE a><Result>000</Result></API3G>'],
  ['an entity declaration inside', '<API3G><!ENTITY a "b"><Result>000</Result></API3G>'],
  ['an unknown entity', '<API3G><Result>&euro;</Result></API3G>'],
  ['a lone ampersand', '<API3G><Result>a & b</Result></API3G>'],
  ['half a document', '<API3G><Result>000</Result>'],
  ['crossed elements', '<API3G><Result>000</API3G></Result>'],
  ['two roots', '<API3G/><API3G/>'],
  ['text around the root', '<API3G/>hello'],
  ['an end without a beginning', '</API3G>'],
  ['an open comment', '<API3G><!-- </API3G>'],
  ['open CDATA', '<API3G><![CDATA[ </API3G>'],
  ['HTML', '<!DOCTYPE html><html><body>Login<br></body></html>'],
  ['JSON', '{"status":true}'],
  ['nothing', ''],
  ['too much', `<API3G><Result>${'0'.repeat(300_000)}</Result></API3G>`],
  ['too many levels', `${'<a>'.repeat(20)}${'</a>'.repeat(20)}`],
])('refuses %s', ([, xml]) => {
  expect(readXml(xml)).toBeNull()
})

test('a response that repeats an element does not define which one counts', () => {
  expect(textIn('<API3G><Result>900</Result><Result>000</Result></API3G>')).toBeNull()
  expect(textIn('<API3G><Result>000<More>1</More></Result></API3G>')).toBeNull()
})

test('an element of another name, or at another level, is not found', () => {
  expect(textIn('<API3G><result>000</result><Inner><Result>000</Result></Inner></API3G>')).toBeNull()
})

test('a reference to a forbidden character is not a character', () => {
  expect(textIn('<API3G><Result>&#0;&#xD800;&#x110000;</Result></API3G>')).toBe('\uFFFD\uFFFD\uFFFD')
})

test('lists are read in order', () => {
  const root = readXml('<a><b><c>1</c></b><x/><b><c>2</c></b></a>') as XmlElement
  expect(childrenOf(root, 'b').map((b) => childText(b, 'c'))).toEqual(['1', '2'])
})

test('any text is read back as it was written, and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (first, second) => {
      const root = readXml(writeXml({ API3G: { First: first, Inner: { Second: second } } }))
      const shown = (text: string) =>
        text
          .toWellFormed()
          .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
          .trim()
      expect(root && childText(root, 'First')).toBe(shown(first))
      expect(root && childText(childrenOf(root, 'Inner')[0] as XmlElement, 'Second')).toBe(shown(second))
    }),
  )
})

test('no text makes the reader throw or take long', () => {
  const pieces = fc.constantFrom(
    '<',
    '>',
    '</',
    '/>',
    '<a',
    '<a>',
    '</a>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<!',
    '<?',
    '?>',
    '&',
    '&amp;',
    '&#x41;',
    '"',
    ' ',
    'x',
    '\uFEFF',
  )
  fc.assert(fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => void readXml(parts.join(''))))
  for (const piece of ['<', '<a ', '<!--', '<![CDATA[', '&', '<a>', ' <a']) {
    const begun = performance.now()
    readXml(piece.repeat(250_000 / piece.length))
    expect(performance.now() - begun).toBeLessThan(2_000)
  }
})
