import { expect, test } from 'vitest'
import { differenceOfFile, differenceOfFixed, differencesOfPage, type PageRules } from './compare-page.ts'
import { integrityOf, islandsOf, paymentPages, type ScriptInventory } from './script-inventory.ts'

const RULES: PageRules = { assetBases: ['', 'https://cdn.example.ne/portal'], frames: ['https://checkout.paystack.com'] }
const LISTED = ['assets/shell.js']
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; frame-src https://checkout.paystack.com; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
const PAGE = `<!DOCTYPE html><html><head><title>a > b <script></title><style>a{}</style><script type="module" src="/assets/shell.js"></script></head>
<body><!-- <script>old()</script> --><script type="application/json" id="frame">{"a":"<b onclick=x>"}</script><p data-on="1">ok</p></body></html>`

const found = (body: string, policy = POLICY) => differencesOfPage({ status: 200, policy, body }, LISTED, RULES)
const withMarkup = (markup: string) => found(PAGE.replace('<p data-on="1">', `${markup}<p>`))

test('PCI 11.6.1 a page of ours has no difference, with files from the portal or from CDN_URL', () => {
  expect(found(PAGE)).toEqual([])
  expect(
    found(
      PAGE.replace('"/assets', '"https://cdn.example.ne/portal/assets'),
      POLICY.replace("'self';", "'self' https://cdn.example.ne/portal/;"),
    ),
  ).toEqual([])
})

test.for([
  '<script src="https://evil.example/x.js"></script>',
  '<script src="/assets/other.js"></script>',
  '<script src="//evil.example/assets/shell.js"></script>',
  '<SCRIPT\nsrc=/assets/../x.js></SCRIPT>',
  '<script>take()</script>',
  '<script type="module">take()</script>',
  '<script type="application/json" src="/assets/other.js"></script>',
  '<link rel="modulepreload" href="/assets/other.js">',
  '<img src=x onerror=take()>',
  "<a href='javascript:take()'>x</a>",
  '<iframe src="https://checkout.paystack.com.evil.example/"></iframe>',
  '<iframe srcdoc="<p>x"></iframe>',
  '<base href="https://evil.example/">',
  '<object data="x"></object>',
])('PCI 11.6.1 a page with %s differs', (markup) => {
  expect(withMarkup(markup)).toHaveLength(1)
})

test('PCI 11.6.1 the frame of the enabled gateway is no difference', () => {
  expect(withMarkup('<iframe src="https://checkout.paystack.com/abc"></iframe>')).toEqual([])
})

test.for([
  [POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"), 'other scripts'],
  [POLICY.replace("script-src 'self'", "script-src 'self' https://evil.example/"), 'other scripts'],
  [POLICY.replace("script-src 'self'", "script-src-elem *; script-src 'self'"), 'other scripts'],
  [POLICY.replace("default-src 'none'", "default-src 'self'"), 'default-src'],
  [POLICY.replace('frame-src https://checkout.paystack.com', 'frame-src https://evil.example'), 'frames of'],
  [POLICY.replace("; require-trusted-types-for 'script'", ''), 'trusted-types'],
  [POLICY.replace("base-uri 'none'; ", ''), 'base-uri'],
  ['', 'no script-src'],
] as const)('PCI 11.6.1 a weaker policy differs: %s', ([policy, named]) => {
  expect(found(PAGE, policy).join()).toContain(named)
})

const BUILT = 'let a=1'
const INVENTORY: ScriptInventory = {
  pages: {},
  files: { 'assets/shell.js': { sources: [], integrity: integrityOf(BUILT) } },
  fixed: { '/kept-numbers.js': { source: 'offer-numbers', integrity: integrityOf(BUILT), bytes: BUILT.length } },
}

test('PCI 11.6.1 a script with one changed or added character differs', () => {
  const served = (body: string, status = 200) => differenceOfFile('assets/shell.js', { status, body }, INVENTORY)
  expect(served(BUILT)).toBeNull()
  expect([
    served('let a=2'),
    served(`${BUILT}\n`),
    served(BUILT, 404),
    differenceOfFile('assets/x.js', { status: 200, body: BUILT }, INVENTORY),
  ]).not.toContain(null)
})

test('PCI 11.6.1 before a script at a fixed address only texts may be written', () => {
  const served = (body: string) => differenceOfFixed('/kept-numbers.js', { status: 200, body }, INVENTORY)
  expect([served(BUILT), served(`const OFFERED={"fr":{"a":"b"}};${BUILT}`), served('')]).toEqual([null, null, null])
  expect([
    served(`take();${BUILT}`),
    served(`const OFFERED={"a":take()};${BUILT}`),
    served(`const OFFERED={};take();${BUILT}`),
    served('let a=2'),
  ]).not.toContain(null)
})

test('PCI 6.4.3 every payment page is listed, and the card page with the popup', () => {
  expect(paymentPages()).toEqual(expect.arrayContaining(['/payment', '/payment/start/card', '/payment/status/:id', '/payment/receipt/:id']))
  expect(islandsOf('src/features/payment/portal/hub-card.page.tsx')).toContain('src/features/payment/portal/card-popup.island.ts')
  expect(islandsOf('src/features/payment/portal/due.page.tsx')).toEqual([])
})
