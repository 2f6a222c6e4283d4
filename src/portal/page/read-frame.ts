import { readContent } from '../texts/texts.ts'
import type { PageRequest } from './page.ts'
import type { Frame } from '../layout/page-frame.tsx'

export async function readFrame(request: PageRequest): Promise<Frame> {
  const [texts, loadingTexts, footerTexts, header, footer] = await Promise.all([
    readContent(request, 'orp-translation'),
    readContent(request, 'loader-translation'),
    readContent(request, 'footer-translation'),
    readContent(request, 'website-headers-config'),
    readContent(request, 'website-footer-config'),
  ])
  const { language, sandboxUrl, callHeaders, url } = request
  const here = url.pathname + url.search
  return { language, sandboxUrl, callHeaders, here, texts, loadingTexts, footerTexts, headerLinks: header.links, footerLinks: footer.links }
}
