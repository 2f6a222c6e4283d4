import type about from '#content/en/about-translation.json'
import type footerTexts from '#content/en/footer-translation.json'
import type loader from '#content/en/loader-translation.json'
import type orp from '#content/en/orp-translation.json'
import type privacy from '#content/en/privacy-policy-config.json'
import type footer from '#content/en/website-footer-config.json'
import type headers from '#content/en/website-headers-config.json'
import type homepage from '#content/en/website-homepage-config.json'

/** The packages that pages read, each typed by its English file: a text that does not exist does not compile. */
export type ContentPackages = {
  'orp-translation': typeof orp
  'loader-translation': typeof loader
  'footer-translation': typeof footerTexts
  'about-translation': typeof about
  'website-headers-config': typeof headers
  'website-footer-config': typeof footer
  'website-homepage-config': typeof homepage
  'privacy-policy-config': typeof privacy
  'meta-data-config': {
    siteName: string
    description: string
    pages: Partial<Record<string, { title: string; description: string }>>
  }
}
