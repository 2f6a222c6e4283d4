import type { SimulatorTraffic } from '../simulators/simulator-traffic.ts'
import type { Simulator } from '../simulators/simulator.ts'
import { html, type Markup } from '../pages/html.ts'
import { icon } from '../pages/icons.ts'
import { COUNTRY, DEFAULT_LANGUAGE } from '../operator.ts'
import type { Language } from '../pages/language.ts'
import type { World } from '../world/world.ts'
import { HOME_WORDS } from './home-words.ts'
import { clockCard, simulatorCard, ledgerCard, noticesCard } from './machinery-sections.ts'
import { cardsCard, fixedInternetCard, linesTable, payersCard, refusedAccountsCard, staffCard, townsCard } from './people-sections.ts'

export type HomeView = {
  world: World
  portalUrl: string
  consoleUrl: string
  simulators: readonly Simulator[]
  traffic: SimulatorTraffic
  lang: Language
  /** A number that cannot be opened, as it was typed. */
  refusedNumber?: string
}

export function homePage(view: HomeView): Markup {
  const { world, simulators, traffic, lang } = view
  const words = HOME_WORDS[lang]
  return html`<main>
    ${hero(view)}
    <div class="wrap content">
      <section aria-labelledby="steps">
        <h2 id="steps" style="margin-bottom:12px">${words.steps}</h2>
        <ol class="steps">
          <li class="card"><b>${words.step1}</b><span class="quiet">${words.step1Text}</span></li>
          <li class="card"><b>${words.step2}</b><span class="quiet">${words.step2Text}</span></li>
          <li class="card"><b>${words.step3}</b><span class="quiet">${words.step3Text}</span></li>
        </ol>
      </section>
      <section aria-labelledby="lines">
        <header>
          <h2 id="lines">${words.lines}</h2>
          <p class="hint" style="margin:0">${words.linesHint}</p>
        </header>
        <div class="card" data-part="lines">${linesTable(world, lang)}</div>
      </section>
      <section class="grid two">
        ${payersCard(lang)}
        <div class="grid">
          ${cardsCard(lang)} ${fixedInternetCard(lang)} ${refusedAccountsCard(lang)} ${townsCard(lang)} ${staffCard(view)}
        </div>
      </section>
      <section aria-labelledby="network">
        <header>
          <h2 id="network">${words.network}</h2>
          <p class="hint" style="margin:0">${words.networkHint}</p>
        </header>
        <div class="grid simulators" data-part="simulators">${simulators.map((face) => simulatorCard({ face, world, traffic, lang }))}</div>
      </section>
      <section data-part="ledger">${ledgerCard(world, lang)}</section>
      <section class="grid two">
        <div data-part="notices">${noticesCard(world, lang)}</div>
        <div data-part="clock">${clockCard(world, lang)}</div>
      </section>
    </div>
  </main>`
}

function hero({ portalUrl, lang, refusedNumber }: HomeView): Markup {
  const words = HOME_WORDS[lang]
  return html`<div class="hero">
    <div class="wrap">
      <div>
        <h1>${words.heading}</h1>
        <p>${words.intro}</p>
        <a class="more" href="${portalUrl}">${words.toPortal} ${icon('next')}</a>
      </div>
      <form class="card" action="/open" method="get">
        ${lang !== DEFAULT_LANGUAGE && html`<input type="hidden" name="lang" value="${lang}" />`}
        <div class="field">
          <label for="number">${words.openLabel}</label>
          <div class="box">
            <span class="pre num">+${COUNTRY.dialCode}</span>
            <input
              id="number"
              name="number"
              class="num"
              inputmode="numeric"
              autocomplete="off"
              maxlength="16"
              required
              value="${refusedNumber}"
              aria-describedby="number-hint"
              ${refusedNumber !== undefined && html`aria-invalid="true"`}
            />
          </div>
          ${
            refusedNumber === undefined
              ? html`<div class="hint" id="number-hint" style="margin-top:6px">${words.openHint}</div>`
              : html`<div class="problem" id="number-hint" role="alert">${words.openProblem}</div>`
          }
        </div>
        <button class="btn full">${words.openButton}</button>
      </form>
    </div>
  </div>`
}
