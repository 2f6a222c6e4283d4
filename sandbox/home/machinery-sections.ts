import type { SimulatorTraffic } from '../simulators/simulator-traffic.ts'
import type { Simulator } from '../simulators/simulator.ts'
import { dialectButtons } from '../pages/dialect-buttons.ts'
import { html, type Markup } from '../pages/html.ts'
import { linkTo, shownAmount, shownMoment, shownTime, type Language } from '../pages/language.ts'
import { moodButtons } from '../pages/mood-buttons.ts'
import { spacedNumber } from '../world/numbers.ts'
import type { World } from '../world/world.ts'
import { HOME_WORDS } from './home-words.ts'

const SHOWN_MOVEMENTS = 12
const SHOWN_NOTICES = 8

/** Health of each simulator, and the buttons that change it. */
export function simulatorCard({
  face,
  world,
  traffic,
  lang,
}: {
  face: Simulator
  world: World
  traffic: SimulatorTraffic
  lang: Language
}): Markup {
  const words = HOME_WORDS[lang]
  const mood = world.faults.moodOf(face.name)
  const { answered, lastAt } = traffic.of(face.name)
  const rules = world.faults.all().filter((rule) => rule.face === face.name)
  return html`<article class="card face">
    <header>
      <div>
        <h3>${face.title}</h3>
        <p class="hint" style="margin:0">${face.about[lang]}</p>
      </div>
      <span class="badge ${mood === 'normal' ? (rules.length > 0 ? 'warn' : 'ok') : 'bad'}">${words.state[mood]}</span>
    </header>
    <small
      ><code>${face.path}</code> ·
      ${lastAt === undefined ? words.neverCalled : `${answered} ${words.calls}, ${shownTime(lastAt, lang)}`}${
        rules.length > 0 && ` · ${rules.length} ${words.rules}`
      }</small
    >
    ${moodButtons({ face: face.name, current: mood, back: linkTo('/', lang), label: face.title, lang })}
    ${dialectButtons({ face, current: world.dialects.of(face.name), back: linkTo('/', lang), lang })}
  </article>`
}

export function ledgerCard(world: World, lang: Language): Markup {
  const words = HOME_WORDS[lang]
  const entries = world.money.ledger().slice(-SHOWN_MOVEMENTS).toReversed()
  const rows = entries.map(
    (entry) =>
      html`<tr>
        <td class="nowrap">${shownMoment(entry.at, lang)}</td>
        <td class="end-on-phone"><span class="badge">${words.kinds[entry.kind]}</span> <small>${entry.face}</small></td>
        <td class="num">
          ${entry.msisdn === undefined ? entry.account : spacedNumber(entry.msisdn)}${entry.productCode !== undefined && ` · ${entry.productCode}`}
        </td>
        <td class="num end nowrap"><b>${shownAmount(entry.amount, lang, entry.currency)}</b></td>
        <td class="wide"><small class="num">${entry.ourReference}</small></td>
      </tr>`,
  )
  return html`<div class="card">
    <h2>${words.ledger}</h2>
    ${
      rows.length === 0
        ? html`<p class="quiet" style="margin:0">${words.ledgerEmpty}</p>`
        : html`<table class="table cards-on-phone">
            <tbody>
              ${rows}
            </tbody>
          </table>`
    }
  </div>`
}

export function noticesCard(world: World, lang: Language): Markup {
  const words = HOME_WORDS[lang]
  const deliveries = world.notices.recent().slice(0, SHOWN_NOTICES)
  return html`<div class="card">
    <h2>${words.notices}</h2>
    ${
      deliveries.length === 0
        ? html`<p class="quiet" style="margin:0">${words.noticesEmpty}</p>`
        : html`<ul class="rows">
            ${deliveries.map(
              ({ at, face, method, url, outcome }) =>
                html`<li>
                  <span class="what"
                    ><b>${face}</b> · ${method} <small>${new URL(url, 'http://nowhere').pathname} · ${shownTime(at, lang)}</small></span
                  >
                  <span class="badge ${outcome.startsWith('2') ? 'ok' : 'bad'}"
                    >${outcome.length > 24 ? `${outcome.slice(0, 24)}…` : outcome}</span
                  >
                </li>`,
            )}
          </ul>`
    }
  </div>`
}

export function clockCard(world: World, lang: Language): Markup {
  const words = HOME_WORDS[lang]
  const back = linkTo('/', lang)
  return html`<div class="card">
    <h2>${words.clock}</h2>
    <p>${words.now} <b class="num">${shownMoment(world.clock.now(), lang)}</b></p>
    <p class="hint">${words.clockHint}</p>
    <form method="post" action="/actions/time" class="row">
      <input type="hidden" name="back" value="${back}" />
      ${Object.entries(words.advance).map(
        ([duration, label]) => html`<button class="btn soft small" name="advance" value="${duration}">${label}</button>`,
      )}
    </form>
    <form method="post" action="/actions/reset" style="margin-top:8px">
      <input type="hidden" name="back" value="${back}" /><button class="btn soft small danger">${words.reset}</button>
    </form>
  </div>`
}
