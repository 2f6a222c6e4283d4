import { html, type Markup } from '../pages/html.ts'
import type { Language } from '../pages/language.ts'
import { DEMO_STAFF } from './demo-staff.ts'

export const CHOOSE_WORDS = {
  fr: {
    title: 'Compte de l’entreprise',
    heading: 'Qui êtes-vous ?',
    intro: 'Des comptes de démonstration, un par rôle de la console. Chez un vrai opérateur, on entre ici avec sa clé de sécurité.',
    as: 'Entrer',
  },
  en: {
    title: 'Company account',
    heading: 'Who are you?',
    intro: 'Demonstration accounts, one for each role of the console. At a real operator, people sign in here with their security key.',
    as: 'Sign in',
  },
}

/** Every account is one press: there is nothing to type. */
export function chooseAccountPage({ lang, query }: { lang: Language; query: Readonly<Record<string, string>> }): Markup {
  const words = CHOOSE_WORDS[lang]
  return html`<main>
    <div class="wrap content">
      <section class="card">
        <h1>${words.heading}</h1>
        <p class="hint">${words.intro}</p>
        <form method="post" action="/staff-accounts/choose">
          ${Object.entries(query).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
          <ul class="rows">
            ${DEMO_STAFF.map(
              ({ id, name, note }) =>
                html`<li>
                  <span class="what"><b>${name}</b><br /><small>${note[lang]}</small></span>
                  <button class="btn soft small" name="account" value="${id}" aria-label="${words.as}: ${name}">${words.as}</button>
                </li>`,
            )}
          </ul>
        </form>
      </section>
    </div>
  </main>`
}
