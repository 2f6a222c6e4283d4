import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { OPERATOR_NAME, TEST_CARDS } from '../demo-identities.ts'
import { html, type Markup } from '../pages/html.ts'
import { linkTo, shownAmount, shownMoment, type Language } from '../pages/language.ts'
import { sendPage, type Page } from '../pages/layout.ts'
import type { World } from '../world/world.ts'
import type { CardProblem } from './card-form.ts'
import type { CardGateway, Checkout } from './card-gateway.ts'
import { PAY_WORDS } from './pay-words.ts'
import { originsOf } from './return-address.ts'

const STYLE = readFileSync(new URL('./pay-page.css', import.meta.url), 'utf8')
const REFRESH_SECONDS = 3
const COUNTED_DOWN_MS = 2 * 60 * 60 * 1000

export type PayView = {
  world: World
  gateway: CardGateway
  lang: Language
  /** In a frame over the portal's page. */
  isPopup: boolean
  way: string
  problem?: CardProblem
  /** An error of another payment method, as text. */
  wayProblem?: string
}

/** The page of a payment, or of an address that belongs to none. */
export function sendPayPage(reply: FastifyReply, view: PayView, checkout: Checkout | undefined): FastifyReply {
  const { gateway, lang, isPopup } = view
  const isAnswerable = checkout?.state === 'open' || checkout?.state === 'declined'
  const frame = isPopup && checkout ? gateway.popup?.frame(checkout.id) : undefined
  const content = checkout === undefined ? stateCard(view, 'unknown') : checkoutContent(view, checkout)
  if (checkout === undefined) reply.code(404)
  return sendBarePage(reply, view, {
    title: `${PAY_WORDS[lang].title} ${gateway.brand}`,
    ...(checkout ? gateway.pageOf(checkout.id) : { path: '/' }),
    formTargets: originsOf(checkout?.leadsTo ?? []),
    body: html`${!isPopup && payHead(view, checkout)}
      <main data-part="pay" class="pay gateway-${gateway.face} ${isPopup && 'in-popup'} ${!isAnswerable && 'is-over'}" ${frame?.attributes}>
        ${content}
      </main>`,
    ...(frame ? { script: frame.script, framedBy: frame.framedBy } : {}),
    ...(checkout?.state === 'waiting' ? { refreshSeconds: REFRESH_SECONDS, events: '/events' } : {}),
  })
}

type Shell = Pick<PayView, 'world' | 'lang'>

/** A page of the gateway's own, without the sandbox's head and foot. */
export function sendBarePage(
  reply: FastifyReply,
  { world, lang }: Shell,
  page: Omit<Page, 'lang' | 'portalUrl' | 'now' | 'isBare' | 'style'>,
): FastifyReply {
  return sendPage(reply, {
    framedBy: "'none'",
    ...page,
    lang,
    portalUrl: world.portal.url,
    now: world.clock.now(),
    isBare: true,
    style: STYLE,
  })
}

function payHead({ gateway, lang, way }: PayView, checkout: Checkout | undefined): Markup {
  const words = PAY_WORDS[lang]
  const other = lang === 'fr' ? 'en' : 'fr'
  const page = checkout && gateway.pageOf(checkout.id)
  const here: Record<string, string> = way === '' ? {} : { way }
  return html`<header class="pay-head gateway-${gateway.face}">
    <div class="pay-bar">
      <b>${gateway.brand}</b><span class="stamp">SANDBOX</span>
      ${page && html`<a href="${languageLink(page, other, here)}" lang="${other}">${words.otherLanguage}</a>`}
    </div>
    <div class="notice-bar"><div class="pay-bar">${words.bar}</div></div>
  </header>`
}

/** Says the language aloud in both cases: a gateway may have another default than ours. */
function languageLink(
  { path, query }: { path: string; query: Record<string, string> },
  lang: Language,
  more: Record<string, string>,
): string {
  return `${path}?${new URLSearchParams({ ...query, ...more, lang }).toString()}`
}

function checkoutContent(view: PayView, checkout: Checkout): Markup {
  const { state } = checkout
  if (state !== 'open' && state !== 'declined') return html`${summary(view, checkout)}${stateCard(view, state, checkout)}`
  return html`${summary(view, checkout)}${payCard(view, checkout)}`
}

function summary(view: PayView, checkout: Checkout): Markup {
  const { lang, isPopup } = view
  const words = PAY_WORDS[lang]
  const { amount, currency, reference, payer, description, state } = checkout
  const rows = [
    [words.about, description],
    [words.reference, reference],
    [words.payer, payer],
  ].filter(([, value]) => value !== undefined && value !== '')
  return html`<section class="pay-sum" aria-label="${words.title}">
    ${isPopup && html`<span class="stamp">SANDBOX</span>`}
    <p class="pay-to">${state === 'paid' ? words.youPaid : words.youPay} <b>${OPERATOR_NAME}</b></p>
    <h1 class="num">${shownAmount(amount, lang, currency)}</h1>
    <dl class="facts">
      ${rows.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
      ${(state === 'open' || state === 'declined') && expiry(view, checkout)}
    </dl>
  </section>`
}

/** A short time counts down, a long one is a date. */
function expiry({ world, lang }: PayView, { expiresAt }: Checkout): Markup | undefined {
  if (expiresAt === undefined) return undefined
  const words = PAY_WORDS[lang]
  const leftMs = expiresAt - world.clock.now()
  const isShort = leftMs < COUNTED_DOWN_MS
  return html`<div>
    <dt>${isShort ? words.expiresIn : words.expiresAt}</dt>
    <dd class="num" ${isShort && html`data-until="${expiresAt}"`}>${isShort ? timeLeft(leftMs) : shownMoment(expiresAt, lang)}</dd>
  </div>`
}

function payCard(view: PayView, checkout: Checkout): Markup {
  const { gateway, lang, way, problem, wayProblem } = view
  const words = PAY_WORDS[lang]
  const wayView = { checkout, lang, way, ...(wayProblem === undefined ? {} : { problem: wayProblem }) }
  const action = `/sandbox/${gateway.face}/pay/${encodeURIComponent(checkout.id)}?lang=${lang}`
  return html`<section class="card pay-card">
    ${checkout.state === 'declined' && problem === undefined && html`<p class="pay-alert" role="alert">${words.declined}</p>`}
    ${gateway.ways?.(wayView)} ${gateway.otherForm?.(wayView) ?? cardForms(view, action, checkout)}
    <form method="post" action="${action}" class="pay-cancel">
      ${popupField(view)}<button class="btn soft full" name="cancel" value="1">${words.cancel}</button>
    </form>
  </section>`
}

function cardForms(view: PayView, action: string, checkout: Checkout): Markup {
  const { lang } = view
  const words = PAY_WORDS[lang]
  return html`<h2 id="one-tap">${words.oneTap}</h2>
    <p class="hint">${words.oneTapHint}</p>
    <form method="post" action="${action}" class="taps" aria-labelledby="one-tap">
      ${popupField(view)}
      ${TEST_CARDS.map(
        ({ number, outcome }) =>
          html`<button class="tap tap-${outcome}" name="card" value="${number}">
            <span class="chip" aria-hidden="true"></span><b>${words.tap[outcome]}</b><span class="num">${spaced(number)}</span>
          </button>`,
      )}
    </form>
    <p class="or"><span>${words.orType}</span></p>
    ${typedForm(view, action, checkout)}`
}

/** No autofill: the browser must not offer a real card here. */
function typedForm(view: PayView, action: string, { amount, currency }: Checkout): Markup {
  const { lang, problem } = view
  const words = PAY_WORDS[lang]
  const field = (name: 'card' | 'expiry' | 'cvv', label: string, attributes: Markup) => {
    const isWrong = problem !== undefined && FIELD_OF_PROBLEM[problem] === name
    return html`<div class="field field-${name}">
      <label for="${name}">${label}</label>
      <input
        id="${name}"
        name="${name}"
        class="num"
        inputmode="numeric"
        autocomplete="off"
        ${attributes}
        ${isWrong && html`aria-invalid="true" aria-describedby="problem" autofocus`}
      />
      ${isWrong && problem !== undefined && html`<p class="problem" id="problem" role="alert">${words.problems[problem]}</p>`}
    </div>`
  }
  return html`<form method="post" action="${action}" class="typed">
    ${popupField(view)} ${field('card', words.number, html`required maxlength="24" placeholder="0000 0000 0000 0000"`)}
    <div class="pair">
      ${field('expiry', words.expiry, html`maxlength="9" placeholder="${words.expiryHint}"`)}
      ${field('cvv', words.cvv, html`maxlength="4"`)}
    </div>
    <p class="hint">${words.never}</p>
    <button class="btn full">${words.pay} ${shownAmount(amount, lang, currency)}</button>
  </form>`
}

const FIELD_OF_PROBLEM = { number: 'card', expiry: 'expiry', expired: 'expiry', cvv: 'cvv' } as const satisfies Record<CardProblem, string>

function stateCard(view: PayView, state: 'paid' | 'waiting' | 'expired' | 'closed' | 'unknown', checkout?: Checkout): Markup {
  const { gateway, lang } = view
  const words = PAY_WORDS[lang]
  const [title, text] = words.states[state]
  const next = checkout && state !== 'waiting' ? gateway.leave(checkout.id) : undefined
  return html`<section class="card pay-card pay-state state-${state}">
    ${checkout ? html`<h2>${title}</h2>` : html`<h1>${title}</h1>`}
    <p>${text}</p>
    ${
      checkout?.phone !== undefined &&
      html`<a class="btn soft full" href="${linkTo(`/handset/${checkout.phone}`, lang)}" target="_blank" rel="noopener"
        >${words.openPhone}</a
      >`
    }
    ${next !== undefined && html`<a class="btn full" href="${next}">${words.back}</a>`}
  </section>`
}

function popupField({ isPopup }: PayView): Markup | false {
  return isPopup && html`<input type="hidden" name="popup" value="1" />`
}

function spaced(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ')
}

function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
