import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { OPERATOR_NAME } from '../demo-identities.ts'
import { html, trusted, type Markup } from './html.ts'
import { linkTo, type Language } from './language.ts'

const STYLE_FILES = ['page-frame.css', 'page-pieces.css', 'page-widths.css'] // in this order: rules by width override the others
const STYLE = STYLE_FILES.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')).join('\n')
const SCRIPT = readFileSync(new URL('./live.js', import.meta.url), 'utf8')
/** Outside the template, because the policy of the page knows the script by the hash of exactly this text. */
const SCRIPT_TAG = trusted(`<script>${SCRIPT}</script>`)
const SCRIPT_HASH = hashOf(SCRIPT)

const WORDS = {
  fr: {
    bar: 'SANDBOX : un monde fictif. Aucun argent réel, aucun vrai SMS.',
    portal: 'Portail',
    otherLanguage: 'English',
    footer: 'Le monde extérieur de démonstration. Il n’existe pas en production.',
  },
  en: {
    bar: 'SANDBOX: a pretend world. No real money, no real SMS.',
    portal: 'Portal',
    otherLanguage: 'Français',
    footer: 'The outside world, for demonstration. It does not exist in production.',
  },
}

export type Page = {
  lang: Language
  title: string
  /** Where the page lives, without its language: for the language link. */
  path: string
  query?: Record<string, string>
  portalUrl: string
  /** The sandbox's time, for countdowns. */
  now: number
  body: Markup
  style?: string
  /** The URL of the page's event stream. */
  events?: string
  /** Reload interval in seconds without JavaScript. */
  refreshSeconds?: number
  /** Another provider's page: it brings its own head and foot. */
  isBare?: boolean
  /** A script of the page's own. */
  script?: string
  /** Where its forms may lead in the end, beside the portal. */
  formTargets?: readonly string[]
  /** Origins that may frame the page; by default the sandbox and the portal. */
  framedBy?: string
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const portalOrigin = new URL(page.portalUrl).origin
  const { script, formTargets = [], framedBy = `'self' ${portalOrigin}` } = page
  const scripts = script === undefined ? SCRIPT_HASH : `${SCRIPT_HASH} ${hashOf(script)}`
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'unsafe-inline'; script-src ${scripts}; connect-src 'self'; img-src data:; ` +
        `form-action ${["'self'", portalOrigin, ...formTargets].join(' ')}; base-uri 'none'; frame-ancestors ${framedBy}`,
    )
    .send(`<!doctype html>${wholePage(page).markup}`)
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

function wholePage(page: Page): Markup {
  const { lang, title, now, body, style = '', events, refreshSeconds, isBare = false, script } = page
  return html`<html lang="${lang}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title} · SANDBOX ${OPERATOR_NAME}</title>
      <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(MARK.markup)}" />
      <meta name="theme-color" content="#17153b" />
      ${refreshSeconds !== undefined && html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}" /></noscript>`}
      <style>
        ${trusted(STYLE + style)}
      </style>
    </head>
    <body data-now="${now}" ${events !== undefined && html`data-events="${events}"`}>
      ${!isBare && head(page)} ${body} ${!isBare && html`<footer><div class="wrap">${WORDS[lang].footer}</div></footer>`}
      <div class="out" role="status" data-announce></div>
      ${SCRIPT_TAG} ${script !== undefined && trusted(`<script>${script}</script>`)}
    </body>
  </html>`
}

function head({ lang, path, query = {}, portalUrl }: Page): Markup {
  const words = WORDS[lang]
  const otherLink = linkTo(path, lang === 'fr' ? 'en' : 'fr', query)
  return html`<header>
    <div class="top">
      <div class="wrap">
        <a class="brand" href="${linkTo('/', lang)}">${MARK}<span class="stamp">SANDBOX</span></a>
        <nav aria-label="${OPERATOR_NAME}">
          <a href="${portalUrl}">${words.portal}</a>
          <a class="lang" href="${otherLink}" lang="${lang === 'fr' ? 'en' : 'fr'}">${words.otherLanguage}</a>
        </nav>
      </div>
    </div>
    <div class="notice-bar"><div class="wrap">${words.bar}</div></div>
  </header>`
}

const MARK = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="34" height="34" aria-hidden="true">
  <circle cx="20" cy="20" r="19" fill="#f97316" />
  <path d="M2 27c7-9 13-9 18-3s11 5 18-2a19 19 0 0 1-36 5z" fill="#17153b" />
  <path
    d="M14 17a8.5 8.5 0 0 1 12 0 M10.5 13.5a13.5 13.5 0 0 1 19 0"
    stroke="#17153b"
    stroke-width="2.4"
    fill="none"
    stroke-linecap="round"
  />
</svg>`
