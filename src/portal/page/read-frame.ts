import { createElement } from 'react'
import { LANGUAGES } from '#shared/language.ts'
import { isPaying } from '../layout/is-paying.ts'
import { LanguageSwitch } from '../layout/language-switch.tsx'
import { readContent } from '../texts/texts.ts'
import type { PageRequest } from './page.ts'
import type { Frame } from '../layout/page-frame.tsx'

export async function readFrame(request: PageRequest): Promise<Frame> {
  const [texts, loadingTexts, footerTexts, header, footer, { PageMenu, FooterLinks }, Chooser] = await Promise.all([
    readContent(request, 'orp-translation'),
    readContent(request, 'loader-translation'),
    readContent(request, 'footer-translation'),
    readContent(request, 'website-headers-config'),
    readContent(request, 'website-footer-config'),
    // Loaded separately, so that its style goes only to pages that show it (run-pages.ts).
    import('../layout/page-menu.tsx'),
    import('../layout/language-chooser.tsx'),
  ])
  const { language, chosen, isTrial, sandboxUrl, callHeaders, url, announcements } = request
  const here = url.pathname + url.search
  const leading = isPaying(here)
    ? { menu: null, footerLinks: null }
    : {
        menu: createElement(PageMenu, { here, texts, links: header.links }),
        footerLinks: createElement(FooterLinks, { label: footerTexts.footerLinks, links: footer.links }),
      }
  const Switch = LANGUAGES.length > 2 ? Chooser.LanguageChooser : LanguageSwitch
  return {
    announcement: await announcementOf(announcements),
    language,
    chosen,
    isTrial,
    sandboxUrl,
    callHeaders,
    here,
    ...leading,
    languageSwitch: (frame) => createElement(Switch, { frame }),
    texts,
    loadingTexts,
    footerTexts,
  }
}

/** Loaded only when there is one, so that its style goes to no other page (run-pages.ts). */
async function announcementOf({ shown, isBelow }: PageRequest['announcements']): Promise<Frame['announcement']> {
  if (shown.length === 0) return null
  const { AnnouncementBanner } = await import('../layout/announcement.tsx')
  return { banner: createElement(AnnouncementBanner, { shown }), isBelow }
}
