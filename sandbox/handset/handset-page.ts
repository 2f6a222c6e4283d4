import { DEMO_LINES, MISBEHAVING_PAYERS, OPERATOR_NAME, WALLET_PIN } from '../demo-identities.ts'
import type { Simulator } from '../simulators/simulator.ts'
import type { Mood } from '../simulators/fault-rules.ts'
import { html, type Markup } from '../pages/html.ts'
import { icon } from '../pages/icons.ts'
import { COUNTRY } from '../operator.ts'
import { linkTo, shownTime, type Language } from '../pages/language.ts'
import { moodButtons } from '../pages/mood-buttons.ts'
import type { Line } from '../world/lines.ts'
import { spacedNumber } from '../world/numbers.ts'
import type { World } from '../world/world.ts'
import { accountsView, billsView, requestsView, smsView, type View } from './handset-views.ts'
import { dialView } from './dial-view.ts'
import { HANDSET_WORDS } from './handset-words.ts'
import { promptSheet } from './prompt-sheet.ts'
import type { UssdScreen } from './ussd-dialler.ts'

export const TABS = ['sms', 'dial', 'accounts', 'bills', 'requests'] as const
export type Tab = (typeof TABS)[number]

const TAB_ICONS = { sms: 'message', dial: 'keypad', accounts: 'wallet', bills: 'bill', requests: 'bell' } as const
const TAB_VIEWS: Record<Exclude<Tab, 'dial'>, (view: View) => Markup> = {
  sms: smsView,
  accounts: accountsView,
  bills: billsView,
  requests: requestsView,
}

export type HandsetView = {
  world: World
  line: Line
  simulators: readonly Simulator[]
  portalUrl: string
  lang: Language
  tab: Tab
  /** A prompt the person chose not to look at; it still waits. */
  ignoredPrompt: string
  /** What is dialled for USSD, and what it shows. */
  ussd: { code: string; screen: UssdScreen | null }
}

export function handsetPage(view: HandsetView): Markup {
  return html`<main class="wrap content bench">${phone(view)}${panel(view)}</main>`
}

function phone(view: HandsetView): Markup {
  const { world, line, lang, tab, ignoredPrompt } = view
  const words = HANDSET_WORDS[lang]
  const mood = commonMood(view)
  const waiting = world.prompts.of(line.msisdn).find((prompt) => prompt.state === 'waiting' && prompt.id !== ignoredPrompt)
  return html`<section class="phone" aria-label="${words.phoneOf} ${spacedNumber(line.msisdn)}">
    <div class="screen">
      <div class="bar" data-part="bar">
        <span class="num" data-clock="${COUNTRY.timeZone}">${shownTime(world.clock.now(), lang)}</span><span>${OPERATOR_NAME}</span>
        <span class="bars ${mood}" aria-hidden="true"><i></i><i></i><i></i><i></i></span>
      </div>
      <div class="owner">
        <h1 class="num">${spacedNumber(line.msisdn)}</h1>
        <span class="badge">${words.lineTypes[line.type]}</span>
      </div>
      <div class="views">
        ${TABS.map(
          (name) =>
            html`<section
              data-view="${name}"
              data-part="${name}"
              aria-label="${words.tabs[name]}"
              ${name === 'sms' && html`data-announces="${words.newSms}"`}
              ${name !== tab && html`hidden`}
            >
              ${name === 'dial' ? dialView({ msisdn: line.msisdn, lang, ...view.ussd }) : TAB_VIEWS[name]({ world, line, lang })}
            </section>`,
        )}
      </div>
      <nav class="tabs" aria-label="${words.phoneOf} ${spacedNumber(line.msisdn)}">${TABS.map((name) => tabLink(view, name))}</nav>
      <div data-part="prompt" data-announces="${waiting ? words.newPrompt : ''}">
        ${waiting && promptSheet({ world, prompt: waiting, tab, lang })}
      </div>
    </div>
  </section>`
}

function linkToTab({ line, lang, ignoredPrompt }: HandsetView, tab: Tab): string {
  return linkTo(`/handset/${line.msisdn}`, lang, ignoredPrompt === '' ? { tab } : { tab, ignore: ignoredPrompt })
}

function tabLink(view: HandsetView, name: Tab): Markup {
  const words = HANDSET_WORDS[view.lang]
  return html`<a href="${linkToTab(view, name)}" data-tab="${name}" ${name === view.tab && html`aria-current="page"`}
    >${icon(TAB_ICONS[name])}${words.tabs[name]}</a
  >`
}

function panel(view: HandsetView): Markup {
  const { world, line, portalUrl, lang } = view
  const words = HANDSET_WORDS[lang]
  const back = linkToTab(view, view.tab)
  const note =
    DEMO_LINES.find(({ msisdn }) => msisdn === line.msisdn)?.note ?? MISBEHAVING_PAYERS.find(({ msisdn }) => msisdn === line.msisdn)?.note
  return html`<aside class="panel grid">
    <div class="card">
      <h2>${words.thisLine}</h2>
      ${note && html`<p>${note[lang]}</p>`}
      <dl class="facts">
        <div>
          <dt>${words.type}</dt>
          <dd>${words.lineTypes[line.type]}</dd>
        </div>
        ${
          line.accountNo !== undefined &&
          html`<div>
            <dt>${words.account}</dt>
            <dd class="num">${line.accountNo}</dd>
          </div>`
        }
        <div>
          <dt>${words.pinIs}</dt>
          <dd class="num">${world.wallets.find('money', line.msisdn)?.pin ?? WALLET_PIN}</dd>
        </div>
      </dl>
      <a class="btn soft full" href="${portalUrl}">${words.backToPortal}</a>
    </div>
    <div class="card" data-part="network">
      <h2>${words.network}</h2>
      <p class="hint">${words.networkHint}</p>
      ${moodButtons({ face: 'all', current: commonMood(view), back, label: words.network, lang })}
    </div>
    <div class="card">
      <h2>${words.time}</h2>
      <form method="post" action="/actions/time" class="row" style="margin-top:8px">
        <input type="hidden" name="back" value="${back}" />
        ${Object.entries(words.advance).map(
          ([duration, label]) => html`<button class="btn soft small" name="advance" value="${duration}">${label}</button>`,
        )}
      </form>
    </div>
    <div class="card">
      <h2>${words.others}</h2>
      <div class="row" style="margin-top:8px">
        ${DEMO_LINES.filter(({ msisdn }) => msisdn !== line.msisdn).map(
          ({ msisdn }) => html`<a class="btn soft small num" href="${linkTo(`/handset/${msisdn}`, lang)}">${spacedNumber(msisdn)}</a>`,
        )}
        <a class="btn soft small" href="${linkTo('/', lang)}">${words.allLines}</a>
      </div>
    </div>
  </aside>`
}

function commonMood({ world, simulators }: HandsetView): Mood | 'normal' | 'mixed' {
  const moods = new Set(simulators.map(({ name }) => world.faults.moodOf(name)))
  const [only] = moods
  return moods.size === 1 && only !== undefined ? only : 'mixed'
}

export function strangerPage(lang: Language): Markup {
  const words = HANDSET_WORDS[lang]
  return html`<main class="wrap content">
    <div class="card" style="max-width:520px;margin:24px auto">
      <h1>${words.stranger}</h1>
      <p>${words.strangerText}</p>
      <a class="btn" href="${linkTo('/', lang)}">${words.allLines}</a>
    </div>
  </main>`
}
