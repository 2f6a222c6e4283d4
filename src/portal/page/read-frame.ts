import { createElement } from 'react'
import { isPaying } from '../layout/is-paying.ts'
import { readContent } from '../texts/texts.ts'
import type { PageRequest } from './page.ts'
import type { Frame } from '../layout/page-frame.tsx'

export async function readFrame(request: PageRequest): Promise<Frame> {
  const [texts, loadingTexts, footerTexts, header, footer, { PageMenu, FooterLinks }] = await Promise.all([
    readContent(request, 'orp-translation'),
    readContent(request, 'loader-translation'),
    readContent(request, 'footer-translation'),
    readContent(request, 'website-headers-config'),
    readContent(request, 'website-footer-config'),
    // Loaded separately, so that its style goes only to pages that show it (run-pages.ts).
    import('../layout/page-menu.tsx'),
  ])
  const { language, isTrial, sandboxUrl, callHeaders, url } = request
  const here = url.pathname + url.search
  const leading = isPaying(here)
    ? { menu: null, footerLinks: null }
    : {
        menu: createElement(PageMenu, { here, texts, links: header.links }),
        footerLinks: createElement(FooterLinks, { label: footerTexts.footerLinks, links: footer.links }),
      }
  return { language, isTrial, sandboxUrl, callHeaders, here, ...leading, texts, loadingTexts, footerTexts }
}
