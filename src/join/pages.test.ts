import { createElement } from 'react'
import { expect, test } from 'vitest'
import { CALL_ADDRESSES, type CallName } from '#calls/addresses.ts'
import { namedCalls } from '#calls/api.ts'
import loader from '#content/fr/loader-translation.json' with { type: 'json' }
import orp from '#content/fr/orp-translation.json' with { type: 'json' }
import footerTexts from '#content/fr/footer-translation.json' with { type: 'json' }
import { formText } from '#portal/page/form-text.ts'
import { page, type PageRequest } from '#portal/page/page.ts'
import { PageFailure } from '#portal/page/page-failure.ts'
import { Redirect } from '#portal/page/redirect.ts'
import { COUNTRY_PROFILES } from '#shared/country-profiles.ts'
import { postToPage, showPage } from './pages.tsx'

const CONTENT: Record<string, unknown> = {
  'orp-translation': orp,
  'loader-translation': loader,
  'footer-translation': footerTexts,
  'website-headers-config': { links: [{ label: 'Aide', href: '/gethelp' }] },
  'website-footer-config': { links: [] },
}
const FILES = {
  styles: 'p{color:red}',
  failureStyles: 'p{color:red}',
  shell: '/assets/shell.js',
  fields: '/assets/fields.js',
  islandFiles: () => [],
}

function aRequest(isContentThere = true): PageRequest {
  const api = namedCalls<CallName>(CALL_ADDRESSES, () => Promise.reject(new Error('these pages call nobody')))
  const content = (name: string) => (isContentThere ? Promise.resolve(CONTENT[name] ?? {}) : Promise.reject(new Error('no content')))
  const url = new URL('https://portail.example.ne/x?y=1')
  return {
    url,
    params: {},
    api,
    content,
    language: 'fr',
    country: COUNTRY_PROFILES.NE,
    sandboxUrl: null,
    ussdCode: null,
    callHeaders: {},
    requestId: 'f3a9c1d2-0000-4000-8000-000000000000',
    publicUrl: url.origin,
  }
}

const aPage = (load: () => Promise<{ words: string }>) =>
  page('/x', {
    load,
    tags: () => ({ title: 'Titre', canonical: 'https://portail.example.ne/x' }),
    manner: () => ({ refreshSeconds: 5 }),
    act: async (_request, form) =>
      form.get('go') ? new Redirect('/there', { 'x-why': 'gone' }) : { again: { typed: formText(form, 'typed') } },
    View: ({ data, answer }) => createElement('p', null, data.words, JSON.stringify(answer)),
  })

test('a page is whole HTML: tags, style, shell, frame, view and its answer', async () => {
  const outcome = await showPage(
    aPage(async () => ({ words: 'Bonjour <b>' })),
    aRequest(),
    { typed: 'x' },
    FILES,
  )
  expect(outcome).toMatchObject({ kind: 'page', status: 200 })
  const html = 'html' in outcome ? outcome.html : ''
  for (const part of [
    '<!DOCTYPE html><html lang="fr">',
    '<title>Titre</title>',
    '<style>p{color:red}</style>',
    'src="/assets/shell.js"',
    'Bonjour &lt;b&gt;',
    '{&quot;typed&quot;:&quot;x&quot;}',
    '<noscript><meta http-equiv="refresh" content="5"/></noscript>',
    'value="/x?y=1"',
  ])
    expect(html).toContain(part)
  // What script sends with its calls is there also where no island is: the shell counts every page.
  expect(html).toContain('<script type="application/json" id="frame">{"language":"fr","callHeaders":')
})

test('GEN-9 only a page with something to fill in brings what keeps it, and before the shell', async () => {
  const scripts = async (method: string, field: Record<string, string> = { name: 'amount' }) => {
    const View = () => createElement('main', {}, createElement('form', { action: '/x', method }, createElement('input', field)))
    const shown = await showPage(page('/x', { load: async () => ({}), tags: () => ({ title: '' }), View }), aRequest(), null, FILES)
    return [...('html' in shown ? shown.html : '').matchAll(/src="([^"]+)"/g)].map(([, source]) => source)
  }
  expect(await scripts('post')).toEqual(['/assets/fields.js', '/assets/shell.js'])
  expect(await scripts('get')).toEqual(['/assets/shell.js'])
  expect(await scripts('post', { type: 'hidden', name: 'vote' })).toEqual(['/assets/shell.js'])
  // GEN-7: what is sealed is also what was typed on another page.
  expect(await scripts('post', { type: 'hidden', name: 'msisdn' })).toEqual(['/assets/fields.js', '/assets/shell.js'])
})

test('ROUTE-8 a failure in words is shown with its status, one without words by its number, and both in the frame', async () => {
  const inWords = await showPage(
    aPage(() => Promise.reject(new PageFailure(503, 'Revenez demain'))),
    aRequest(),
    null,
    FILES,
  )
  expect(inWords).toMatchObject({ kind: 'page', status: 503, headers: { 'cache-control': 'no-store' } })
  expect('html' in inWords && inWords.html).toContain('Revenez demain')
  const unforeseen = await showPage(
    aPage(() => Promise.reject(new Error('secret detail'))),
    aRequest(),
    null,
    FILES,
  )
  expect(unforeseen).toMatchObject({ kind: 'page', status: 500 })
  const html = 'html' in unforeseen ? unforeseen.html : ''
  expect(html).toContain(orp.unexpectedError)
  expect(html).not.toContain('secret detail')
  expect('problem' in unforeseen && unforeseen.problem).toBeInstanceOf(Error)
})

test('ROUTE-8 without any content there is still a page, in words that are built in', async () => {
  const outcome = await showPage(
    aPage(async () => ({ words: '' })),
    aRequest(false),
    null,
    FILES,
  )
  expect(outcome).toMatchObject({ kind: 'page', status: 500 })
  expect('html' in outcome && outcome.html).toContain('Votre paiement en attente est gardé')
})

test('a page may send the visitor elsewhere, before it is shown or after it acted', async () => {
  const request = aRequest()
  expect(
    await showPage(
      aPage(() => Promise.reject(new Redirect('/there'))),
      request,
      null,
      FILES,
    ),
  ).toMatchObject({ location: '/there' })
  const shown = aPage(async () => ({ words: '' }))
  const went = await postToPage(shown, request, new URLSearchParams({ go: '1' }), FILES)
  expect(went).toEqual({ kind: 'redirect', location: '/there', headers: { 'x-why': 'gone' } })
  const moved = aPage(() => Promise.reject(new Redirect('/there', {}, { isPermanent: true })))
  expect(await showPage(moved, aRequest(), null, FILES)).toMatchObject({ location: '/there', status: 301 })
  const stayed = await postToPage(shown, request, new URLSearchParams({ typed: 'kaya' }), FILES)
  expect(stayed).toEqual({ kind: 'again', answer: { typed: 'kaya' }, isPrivate: false })
})

test('a page without an act refuses posts', async () => {
  const still = page('/x', { load: () => ({}), tags: () => ({ title: '' }), View: () => null })
  expect(await postToPage(still, aRequest(), new URLSearchParams(), FILES)).toMatchObject({ kind: 'page', status: 405 })
})
