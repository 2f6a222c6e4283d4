import { DEMO_ACCOUNTS, DEMO_LINES, MISBEHAVING_PAYERS, REFUSED_ACCOUNTS, TEST_CARDS } from '../demo-identities.ts'
import { LEAD_TOWNS } from '../operator.ts'
import { html, type Markup } from '../pages/html.ts'
import { linkTo, shownAmount, type Language } from '../pages/language.ts'
import { spacedNumber } from '../world/numbers.ts'
import type { World } from '../world/world.ts'
import { DEMO_STAFF } from '../staff-accounts/demo-staff.ts'
import { HOME_WORDS } from './home-words.ts'

/** The current state of the people in the simulated world. */
export function linesTable(world: World, lang: Language): Markup {
  const words = HOME_WORDS[lang]
  return html`<table class="table cards-on-phone">
    <thead>
      <tr>
        <th>${words.number}</th>
        <th>${words.line}</th>
        <th>${words.about}</th>
        <th class="end">${words.airtime}</th>
        <th class="end">${words.wallet}</th>
        <th class="end">${words.owes}</th>
        <th><span class="out">${words.phone}</span></th>
      </tr>
    </thead>
    <tbody>
      ${DEMO_LINES.map((demo) => lineRow({ world, demo, lang }))}
    </tbody>
  </table>`
}

function lineRow({ world, demo, lang }: { world: World; demo: (typeof DEMO_LINES)[number]; lang: Language }): Markup {
  const words = HOME_WORDS[lang]
  const line = world.lines.find(demo.msisdn)
  const wallet = world.wallets.find('money', demo.msisdn)
  const owed = demo.accountNo === undefined ? 0 : world.accounts.outstanding(demo.accountNo)
  return html`<tr>
    <td class="num big">${spacedNumber(demo.msisdn)}</td>
    <td class="end-on-phone"><span class="badge">${words.lineTypes[demo.type]}</span></td>
    <td class="wide">${demo.note[lang]}</td>
    <td class="num end-on-desk nowrap" data-label="${words.airtime}">${shownAmount(line?.airtime ?? 0, lang)}</td>
    <td class="num end nowrap" data-label="${words.wallet}">${shownAmount(wallet?.balance ?? 0, lang)}</td>
    <td class="num end-on-desk nowrap" ${owed > 0 && html`data-label="${words.owes}"`}>${owed > 0 ? shownAmount(owed, lang) : ''}</td>
    <td class="wide end">
      <a
        class="btn soft small nowrap"
        href="${linkTo(`/handset/${demo.msisdn}`, lang)}"
        aria-label="${words.open} ${spacedNumber(demo.msisdn)}"
        >${words.phone}</a
      >
    </td>
  </tr>`
}

export function payersCard(lang: Language): Markup {
  const words = HOME_WORDS[lang]
  return html`<div class="card">
    <h2>${words.payers}</h2>
    <p class="hint">${words.payersHint}</p>
    <ul class="rows">
      ${MISBEHAVING_PAYERS.map(
        ({ msisdn, note }) =>
          html`<li>
            <a class="num" href="${linkTo(`/handset/${msisdn}`, lang)}">${spacedNumber(msisdn)}</a><span class="what">${note[lang]}</span>
          </li>`,
      )}
    </ul>
  </div>`
}

export function cardsCard(lang: Language): Markup {
  const words = HOME_WORDS[lang]
  const tones = { pays: 'ok', declined: 'bad', 'insufficient-funds': 'warn' } as const
  return html`<div class="card">
    <h2>${words.cards}</h2>
    <p class="hint">${words.cardsHint}</p>
    <ul class="rows wrapping">
      ${TEST_CARDS.map(
        ({ number, outcome, note }) =>
          html`<li>
            <b class="num nowrap">${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</b><span class="badge ${tones[outcome]}">${note[lang]}</span>
          </li>`,
      )}
    </ul>
  </div>`
}

export function fixedInternetCard(lang: Language): Markup {
  const words = HOME_WORDS[lang]
  const accounts = DEMO_ACCOUNTS.filter((account) => account.kind === 'fixed-internet')
  return html`<div class="card">
    <h2>${words.fixed}</h2>
    <p class="hint">${words.fixedHint}</p>
    <ul class="rows">
      ${accounts.map(
        ({ accountNo, email, note }) =>
          html`<li>
            <span class="what"><b class="num">${accountNo}</b> · ${email}<br /><small>${note[lang]}</small></span>
          </li>`,
      )}
    </ul>
  </div>`
}

export function refusedAccountsCard(lang: Language): Markup {
  const words = HOME_WORDS[lang]
  return html`<div class="card">
    <h2>${words.refusals}</h2>
    <p class="hint">${words.refusalsHint}</p>
    <ul class="rows">
      ${Object.entries(REFUSED_ACCOUNTS).map(
        ([accountNo, { code, message }]) =>
          html`<li>
            <span class="what"><b class="num">${accountNo}</b><br /><small>${message}</small></span
            ><span class="badge bad">${code}</span>
          </li>`,
      )}
    </ul>
  </div>`
}

export function townsCard(lang: Language): Markup {
  const words = HOME_WORDS[lang]
  return html`<div class="card">
    <h2>${words.towns}</h2>
    <dl class="facts">
      <div>
        <dt><span class="badge ok">${words.feasible}</span></dt>
        <dd>${LEAD_TOWNS.feasible.join(', ')}</dd>
      </div>
      <div>
        <dt><span class="badge warn">${words.notFeasible}</span></dt>
        <dd>${LEAD_TOWNS.notFeasible.join(', ')}</dd>
      </div>
    </dl>
  </div>`
}

/** The operator's own people, and the console that they sign in to. */
export function staffCard({ consoleUrl, lang }: { consoleUrl: string; lang: Language }): Markup {
  const words = HOME_WORDS[lang]
  return html`<div class="card">
    <h2>${words.staff}</h2>
    <p class="hint">${words.staffHint} <a href="${consoleUrl}">${words.toConsole}</a></p>
    <ul class="rows">
      ${DEMO_STAFF.map(
        ({ name, note }) =>
          html`<li>
            <span class="what"><b>${name}</b><br /><small>${note[lang]}</small></span>
          </li>`,
      )}
    </ul>
  </div>`
}
