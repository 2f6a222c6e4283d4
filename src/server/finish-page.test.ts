import { expect, test } from 'vitest'
import { finishPage } from './finish-page.ts'

const PAGE =
  '<html><head><link rel="modulepreload" href="/assets/a.js" nonce="MARK"/><link nonce="MARK" rel="stylesheet" href="/assets/a.css"/></head>' +
  '<body><p>x</p><script nonce="MARK">ours()</script><script>smuggled()</script><script nonce="MARK" src="/assets/b.js"></script></body></html>'

function finish(html: string, assetOrigin: string | null = null) {
  const styleSheet = (href: string) => (href === '/assets/a.css' ? 'p{color:red}' : undefined)
  return finishPage(html, { scriptMark: 'MARK', styleSheet, formTargets: [], assetOrigin })
}

test('only scripts that carry our mark are allowed to run', () => {
  const { html, policy } = finish(PAGE)
  expect(policy).toContain("script-src 'self' 'sha256-")
  expect(policy.match(/'sha256-/g)).toHaveLength(2) // one script, one style
  expect(policy).not.toContain('unsafe-inline')
  expect(html).not.toContain('MARK')
})

test('the style of the page travels inside it and nothing is loaded for it', () => {
  const { html } = finish(PAGE)
  expect(html).toContain('<style>p{color:red}</style>')
  expect(html).toContain('<link rel="stylesheet" href="/assets/a.css" disabled=""/>')
})

test('module preloads stand last, so that they do not delay the first paint', () => {
  const { html } = finish(PAGE)
  expect(html.indexOf('modulepreload')).toBeGreaterThan(html.indexOf('<p>x</p>'))
})

test('a style sheet that is not ours is left alone', () => {
  expect(finish('<link rel="stylesheet" href="/other.css"/></body>').html).toContain('href="/other.css"')
})

test('GEN-6 assets come from the configured place and the policy allows it', () => {
  const { html, policy } = finish(PAGE, 'https://cdn.example.ne')
  expect(html).toContain('src="https://cdn.example.ne/assets/b.js"')
  expect(html).toContain('href="https://cdn.example.ne/assets/a.js"')
  expect(policy).toContain("script-src 'self' https://cdn.example.ne")
})

test('the operator’s map tiles are allowed where they come from, and nothing else is', () => {
  const policyWith = (tileOrigin: string | null) =>
    finishPage('<body></body>', { scriptMark: 'MARK', styleSheet: () => undefined, formTargets: [], assetOrigin: null, tileOrigin }).policy
  expect(policyWith('https://tiles.example')).toContain(
    "img-src 'self' data: https://tiles.example; connect-src 'self' https://tiles.example;",
  )
  expect(policyWith(null)).toContain("img-src 'self' data:; connect-src 'self';")
})
