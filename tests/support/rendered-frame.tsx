import { render } from 'vitest-browser-react'
import footerTexts from '#content/fr/footer-translation.json' with { type: 'json' }
import loadingTexts from '#content/fr/loader-translation.json' with { type: 'json' }
import texts from '#content/fr/orp-translation.json' with { type: 'json' }
import { PageFrame, type Frame } from '#portal/layout/page-frame.tsx'
import { LanguageSwitch } from '#portal/layout/language-switch.tsx'
import '#portal/styles/base.css'

/** The layout around every page, as the shell finds it. */
export async function renderFrame(): Promise<HTMLElement> {
  const frame: Frame = {
    language: 'fr',
    chosen: 'fr',
    isTrial: false,
    sandboxUrl: null,
    callHeaders: {},
    here: '/',
    texts,
    loadingTexts,
    footerTexts,
    languageSwitch: (of) => <LanguageSwitch frame={of} />,
    menu: null,
    footerLinks: null,
    announcement: null,
  }
  const { container } = await render(<PageFrame frame={frame} main="" />)
  return container
}
