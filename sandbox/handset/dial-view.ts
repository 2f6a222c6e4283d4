import { html, type Markup } from '../pages/html.ts'
import { linkTo, type Language } from '../pages/language.ts'
import { HANDSET_WORDS } from './handset-words.ts'
import type { UssdScreen } from './ussd-dialler.ts'

type Dialling = { msisdn: string; code: string; screen: UssdScreen | null; lang: Language }

/** What the network answered, over the keypad, as a phone without a screen to speak of shows it: the answer is typed without scrolling. */
export function dialView({ msisdn, code, screen, lang }: Dialling): Markup {
  const words = HANDSET_WORDS[lang]
  const here = `/handset/${msisdn}`
  const back = html`<input type="hidden" name="back" value="${linkTo(here, lang, { tab: 'dial' })}" />`
  return html`${screen && ussdScreen({ here, back, screen, lang })}
    <form method="post" action="${here}/dial" class="dial">
      ${back}
      <label for="dialled">${words.dialLabel}</label>
      <input id="dialled" name="dialled" type="tel" autocomplete="off" maxlength="60" value="${code}" />
      <button class="btn full ${screen ? 'soft' : ''}">${words.call}</button>
    </form>`
}

function ussdScreen({ here, back, screen, lang }: { here: string; back: Markup; screen: UssdScreen; lang: Language }): Markup {
  const words = HANDSET_WORDS[lang]
  return html`<form method="post" action="${here}/ussd" class="ussd" role="dialog" aria-labelledby="ussd-text">
    ${back}
    <p id="ussd-text">${screen.text}</p>
    ${
      screen.isOpen &&
      html`<label for="ussd-input">${words.ussdAnswer}</label>
        <input id="ussd-input" name="input" type="tel" autocomplete="off" maxlength="40" autofocus />`
    }
    <div class="answers">
      ${screen.isOpen && html`<button class="btn" name="press" value="send">${words.send}</button>`}
      <button class="btn soft" name="press" value="close">${screen.isOpen ? words.cancel : words.ok}</button>
    </div>
  </form>`
}
