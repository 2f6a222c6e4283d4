import { WALLET_NAMES, WALLET_TITLES } from '../demo-identities.ts'
import { html, type Markup } from '../pages/html.ts'
import { icon } from '../pages/icons.ts'
import { linkTo, shownAmount, shownDay, shownNumber, shownTime, type Language } from '../pages/language.ts'
import type { Bill } from '../world/accounts.ts'
import type { ReceivedSms } from '../world/inbox.ts'
import type { ActiveBundle, Line } from '../world/lines.ts'
import type { Prompt } from '../world/prompts.ts'
import type { World } from '../world/world.ts'
import { HANDSET_WORDS } from './handset-words.ts'

const CODE = /\b\d{6}\b/

export type View = { world: World; line: Line; lang: Language }

export function smsView({ world, line, lang }: View): Markup {
  const words = HANDSET_WORDS[lang]
  const messages = world.inbox.of(line.msisdn)
  if (messages.length === 0) return nothing('message', words.noSms, words.noSmsText)
  const today = shownDay(world.clock.now(), lang)
  let lastDay = ''
  return html`${messages.map((sms) => {
    const day = shownDay(sms.at, lang)
    const heading = day !== lastDay && html`<p class="day">${day === today ? words.today : day}</p>`
    lastDay = day
    return html`${heading}${bubble(sms, lang)}`
  })}`
}

function bubble(sms: ReceivedSms, lang: Language): Markup {
  const words = HANDSET_WORDS[lang]
  const code = CODE.exec(sms.text)?.[0]
  return html`<article class="sms">
    <header><b>${sms.from}</b><time class="num" datetime="${sms.at}">${shownTime(sms.at, lang)}</time></header>
    <p>${sms.text}</p>
    ${(sms.parts ?? 1) > 1 && html`<small class="num">${sms.parts} SMS</small>`}
    ${
      code !== undefined &&
      html`<div class="code" data-copy="${code}" data-copy-label="${words.copy}" data-copied-label="${words.copied}">
        <b class="num">${code}</b>
      </div>`
    }
  </article>`
}

export function accountsView({ world, line, lang }: View): Markup {
  const words = HANDSET_WORDS[lang]
  const bundles = world.lines.activeBundles(line)
  const held = world.reservations.heldOn(line.msisdn)
  return html`<div class="big-balance">
      <small>${words.airtime}</small
      ><b class="num">${shownAmount(line.airtime - held, lang)}</b
      >${held > 0 && html`<small>${words.reserved(shownAmount(held, lang))}</small>`}
    </div>
    <h2>${words.wallets}</h2>
    <ul class="rows">
      ${WALLET_NAMES.map((name) => {
        const wallet = world.wallets.find(name, line.msisdn)
        if (!wallet) return null
        return html`<li>
          <span class="what"
            >${WALLET_TITLES[name]}
            ${
              wallet.locked
                ? html`<span class="badge bad">${words.locked}</span>`
                : html`<br /><small>${wallet.pinTriesLeft} ${words.tries}</small>`
            }</span
          >
          <b class="num nowrap"
            >${[shownAmount(wallet.balance, lang), ...Object.entries(wallet.others ?? {}).map(([code, amount]) => shownAmount(amount, lang, code))].join(' · ')}</b
          >
        </li>`
      })}
    </ul>
    <h2>${words.bundles}</h2>
    ${
      bundles.length === 0
        ? html`<p class="quiet">${words.noBundles}</p>`
        : html`<ul class="rows">
            ${bundles.map((bundle) => bundleRow(bundle, lang))}
          </ul>`
    }`
}

function bundleRow(bundle: ActiveBundle, lang: Language): Markup {
  const words = HANDSET_WORDS[lang]
  const { name, usage, remaining, total, endsAt } = bundle
  const unit = words.units[bundle.unit] ?? bundle.unit
  const until = endsAt === 'never' ? words.noEnd : `${words.until} ${shownDay(endsAt, lang)}`
  const of =
    remaining !== 'unlimited' && total !== 'unlimited' && remaining < total && ` · ${words.outOf} ${shownNumber(total, lang)} ${unit}`
  return html`<li>
    <span class="what">${name}<br /><small>${words.usages[usage]} · ${until}${of}</small></span>
    <b class="num nowrap">${remaining === 'unlimited' ? words.unlimited : `${shownNumber(remaining, lang)} ${unit}`}</b>
  </li>`
}

export function billsView({ world, line, lang }: View): Markup {
  const words = HANDSET_WORDS[lang]
  const accounts = world.accounts
    .ofLine(line.msisdn)
    .map((account) => ({ account, bills: world.accounts.bills(account.accountNo) }))
    .filter(({ bills }) => bills.length > 0)
  if (accounts.length === 0) return nothing('bill', words.noBills, words.noBillsText)
  return html`${accounts.map(
    ({ account, bills }) =>
      html`<h2>${words.accountKinds[account.kind]} <span class="num">${account.accountNo}</span></h2>
        <ul class="rows">
          ${bills.map((bill) => billRow({ bill, now: world.clock.now(), lang }))}
        </ul>`,
  )}`
}

function billRow({ bill, now, lang }: { bill: Bill; now: number; lang: Language }): Markup {
  const words = HANDSET_WORDS[lang]
  const state =
    bill.remaining === 0
      ? html`<span class="badge ok">${words.settled}</span>`
      : bill.dueAt < now
        ? html`<span class="badge bad">${words.overdue}</span>`
        : html`<span class="badge warn">${bill.remaining < bill.amount ? words.partly : words.open}</span>`
  return html`<li>
    <span class="what"
      ><span class="num">${bill.billNo}</span> ${state}<br /><small>${words.due} ${shownDay(bill.dueAt, lang)}</small></span
    >
    <b class="num nowrap">${shownAmount(bill.remaining > 0 ? bill.remaining : bill.amount, lang)}</b>
  </li>`
}

export function requestsView({ world, line, lang }: View): Markup {
  const words = HANDSET_WORDS[lang]
  const prompts = world.prompts.of(line.msisdn)
  if (prompts.length === 0) return nothing('bell', words.noRequests, words.noRequestsText)
  return html`<ul class="rows">
    ${prompts.map((prompt) => requestRow({ prompt, line, lang }))}
  </ul>`
}

const STATE_TONES = { waiting: 'warn', accepted: 'ok', declined: 'bad', expired: '' } as const

function requestRow({ prompt, line, lang }: { prompt: Prompt; line: Line; lang: Language }): Markup {
  const words = HANDSET_WORDS[lang]
  return html`<li>
    <span class="what"
      >${prompt.payee} <span class="badge ${STATE_TONES[prompt.state]}">${words.states[prompt.state]}</span><br /><small
        >${WALLET_TITLES[prompt.wallet]} · ${shownTime(prompt.createdAt, lang)}</small
      >${
        prompt.state === 'waiting' &&
        html`<br /><a class="answer" href="${linkTo(`/handset/${line.msisdn}`, lang, { tab: 'requests' })}">${words.answer}</a>`
      }</span
    >
    <b class="num nowrap">${shownAmount(prompt.amount, lang, prompt.currency)}</b>
  </li>`
}

function nothing(picture: Parameters<typeof icon>[0], title: string, text: string): Markup {
  return html`<div class="nothing"><span>${icon(picture)}</span><b>${title}</b><small>${text}</small></div>`
}
