import { createElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { island } from '#island'
import { clientOf } from '#calls/api.ts'
import { CALLS } from '#calls/contracts.ts'
import loader from '#content/fr/loader-translation.json' with { type: 'json' }
import orp from '#content/fr/orp-translation.json' with { type: 'json' }
import footerTexts from '#content/fr/footer-translation.json' with { type: 'json' }
import { formText } from '#portal/page/form-text.ts'
import { page, type PageRequest, Redirect, PageFailure } from '#portal/page/page.ts'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import { OPERATOR } from '#operator-record'
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
  announcementStyles: '',
  failureStyles: 'p{color:red}',
  shell: '/assets/shell.js',
  fields: '/assets/fields.js',
  islandFiles: () => [],
}

function aRequest(isContentThere = true): PageRequest {
  const api = clientOf(CALLS, () => Promise.reject(new Error('these pages make no calls')))
  const content = (name: string) => (isContentThere ? Promise.resolve(CONTENT[name] ?? {}) : Promise.reject(new Error('no content')))
  const url = new URL('https://portail.example.ne/x?y=1')
  return {
    url,
    params: {},
    api,
    content,
    language: 'fr',
    chosen: 'fr',
    country: OPERATOR.country,
    isTrial: false,
    sandboxUrl: null,
    ussdCode: null,
    callHeaders: {},
    announcements: { shown: [], isBelow: false },
    requestId: 'f3a9c1d2-0000-4000-8000-000000000000',
    publicUrl: url.origin,
  }
}

const aPage = (load: () => Promise<{ words: string }>) =>
  page('/x', {
    load,
    tags: () => ({ title: 'Titre', canonical: 'https://portail.example.ne/x' }),
    response: () => ({ refreshSeconds: 5 }),
    action: async (_request, form) =>
      form.get('go') ? new Redirect('/there', { 'x-why': 'gone' }) : { redisplay: { typed: formText(form, 'typed') } },
    View: ({ data, answer }) => createElement('p', null, data.words, JSON.stringify(answer)),
  })

test('a page is complete HTML: tags, style, shell, frame, view and its form result', async () => {
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
  // The headers that script sends with its calls are there also without islands: the shell counts every page.
  expect(html).toContain('<script type="application/json" id="frame">{"language":"fr","callHeaders":')
})

test('GEN-9 only a page with form fields loads the script that saves them, before the shell, also for a form in an island', async () => {
  const Form = island('fields', () => createElement(FieldsForm, {}, createElement('input', { name: 'msisdn' })))
  const scripts = async (...forms: ReactNode[]) => {
    const View = () => createElement('div', {}, ...forms)
    const shown = await showPage(page('/x', { load: async () => ({}), tags: () => ({ title: '' }), View }), aRequest(), null, FILES)
    return [...('html' in shown ? shown.html : '').matchAll(/src="([^"]+)"/g)].map(([, source]) => source)
  }
  expect(await scripts(createElement('form', { action: '/x' }))).toEqual(['/assets/shell.js'])
  expect(await scripts(createElement(FieldsForm))).toEqual(['/assets/fields.js', '/assets/shell.js'])
  expect(await scripts(createElement(Form), createElement(FieldsForm))).toEqual(['/assets/fields.js', '/assets/shell.js'])
  expect(await scripts(createElement(Form))).toEqual(['/assets/fields.js', '/assets/shell.js'])
})

test('ROUTE-8 a failure with a text is shown with its status, one without by its number, and both in the frame', async () => {
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

test('ROUTE-8 without any content there is still a page, with built-in text', async () => {
  const outcome = await showPage(
    aPage(async () => ({ words: '' })),
    aRequest(false),
    null,
    FILES,
  )
  expect(outcome).toMatchObject({ kind: 'page', status: 500 })
  expect('html' in outcome && outcome.html).toContain('Votre paiement en attente est gardé')
})

test('a page may redirect the visitor, before it is shown or after it acted', async () => {
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
