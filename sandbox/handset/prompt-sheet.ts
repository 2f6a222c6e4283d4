import { OPERATOR_NAME, WALLET_TITLES } from '../demo-identities.ts'
import { html, type Markup } from '../pages/html.ts'
import { linkTo, shownAmount, type Language } from '../pages/language.ts'
import type { Prompt } from '../world/prompts.ts'
import type { World } from '../world/world.ts'
import { HANDSET_WORDS } from './handset-words.ts'

const PIN_LENGTH = 4
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

type Sheet = { world: World; prompt: Prompt; tab: string; lang: Language }

/** The question that a wallet puts on the screen of the phone. The Enter key presses the first button: it must be the one that accepts. */
export function promptSheet({ world, prompt, tab, lang }: Sheet): Markup {
  const words = HANDSET_WORDS[lang]
  const here = `/handset/${prompt.msisdn}`
  const triesLeft = world.wallets.find(prompt.wallet, prompt.msisdn)?.pinTriesLeft ?? 0
  return html`<div class="sheet" role="dialog" aria-labelledby="prompt-title">
    <form method="post" action="${here}/prompts/${prompt.id}">
      <input type="hidden" name="back" value="${linkTo(here, lang, { tab })}" />
      <p class="sheet-top">
        <b>${WALLET_TITLES[prompt.wallet]}</b>
        <span
          >${words.expiresIn} <b class="num" data-until="${Date.parse(prompt.expiresAt)}">${timeLeft(prompt, world.clock.now())}</b></span
        >
      </p>
      <h2 id="prompt-title">
        ${words.pay} <span class="amount num">${shownAmount(prompt.amount, lang, prompt.currency)}</span> ${words.to}
        ${prompt.payee || OPERATOR_NAME}${lang === 'fr' ? '\u00a0?' : '?'}
      </h2>
      ${prompt.wrongPins > 0 && html`<p class="problem" role="alert">${words.wrongPin} ${words.triesLeft(triesLeft)}</p>`}
      <label for="pin">${words.pin} <small>${words.pinHint}</small></label>
      <div class="pin">
        <input
          id="pin"
          name="pin"
          data-pin
          type="password"
          inputmode="numeric"
          pattern="[0-9]*"
          maxlength="${PIN_LENGTH}"
          autocomplete="off"
        />
        <span class="dots" aria-hidden="true">${Array.from({ length: PIN_LENGTH }, () => html`<i data-dot></i>`)}</span>
      </div>
      <div class="pad">
        ${KEYS.map((digit) => html`<button type="button" data-key="${digit}">${digit}</button>`)}
        <span></span><button type="button" data-key="0">0</button>
        <button type="button" data-key="back" aria-label="${words.erase}">⌫</button>
      </div>
      <button class="btn full" name="answer" value="accept">${words.accept}</button>
      <div class="answers">
        <button class="btn soft" name="answer" value="decline">${words.decline}</button>
        <a class="btn soft" href="${linkTo(here, lang, { tab, ignore: prompt.id })}">${words.ignore}</a>
      </div>
    </form>
  </div>`
}

function timeLeft(prompt: Prompt, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(prompt.expiresAt) - now) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
