import type { ReactNode } from 'react'
import type { Language } from '#shared/language.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { moneyTextLang } from '#shared/language-review.ts'
import { FrameContext } from '../page/frame-context.ts'
import { Logo } from './logo.tsx'
import { PageFooter } from './page-footer.tsx'
import { PageHeader } from './page-header.tsx'
import frameStyles from './page-frame.module.css'
import overlayStyles from './loading-overlay.module.css'
import toastStyles from './toast-region.module.css'
import { Icon } from '../ui/signs/icon.tsx'
import { SIGNS } from '../ui/signs/signs.ts'

export type Frame = {
  language: Language
  /** What the visitor chose; the page is in another language where that one is a draft and the page about money (OPR-4). */
  chosen: Language
  isTrial: boolean
  sandboxUrl: string | null
  callHeaders: Readonly<Record<string, string>>
  /** The URL of the page, to return to it after a change of language. */
  here: string
  texts: ContentPackages['orp-translation']
  loadingTexts: ContentPackages['loader-translation']
  footerTexts: ContentPackages['footer-translation']
  languageSwitch: (frame: Frame) => ReactNode
  /** None on payment pages. */
  menu: ReactNode
  footerLinks: ReactNode
  /** CON-8: null without one. */
  announcement: { banner: ReactNode; isBelow: boolean } | null
}

/** The layout around every page; the page's own part is rendered already. The shell shows hidden parts when needed (src/portal/shell). */
export function PageFrame({ frame, main }: { frame: Frame; main: string }) {
  const { texts, isTrial, sandboxUrl, language, announcement } = frame
  return (
    <FrameContext value={frame}>
      <a className={frameStyles.skip} href="#content">
        {texts.skipToContent}
      </a>
      {isTrial && (
        <aside className={frameStyles.sandbox} lang={moneyTextLang(language, 'orp-translation/sandboxBanner')}>
          <div className={frameStyles.wrap}>
            {`${texts.sandboxBanner} `}
            {sandboxUrl && <a href={sandboxUrl}>{texts.openHandset}</a>}
          </div>
        </aside>
      )}
      <PageHeader menu={frame.menu} secure={texts.secure} languageSwitch={frame.languageSwitch(frame)} />
      {announcement && !announcement.isBelow && announcement.banner}
      <div role="status" className={frameStyles.news} data-offline>
        <div className={frameStyles.offline}>
          <div className={frameStyles.wrap}>{texts.offline}</div>
        </div>
      </div>
      <div role="status">
        <div className={frameStyles.partMissing} data-part-missing hidden>
          <div className={frameStyles.wrap}>
            {`${texts.partMissing} `}
            <a href={frame.here}>{texts.reload}</a>
          </div>
        </div>
      </div>
      <main id="content" tabIndex={-1} className={frameStyles.main} dangerouslySetInnerHTML={{ __html: main }} />
      {announcement?.isBelow && announcement.banner}
      <PageFooter texts={frame.footerTexts} links={frame.footerLinks} />
      <div
        className={toastStyles.region}
        aria-live="assertive"
        data-toasts
        data-error={texts.error}
        data-success={texts.success}
        data-lost={texts.somethingWentWrong}
        data-cut={texts.sendingCut}
      >
        <div className={toastStyles.toast} data-toast hidden>
          <p>
            <strong />
            <span />
          </p>
          <button type="button" aria-label={texts.close}>
            <Icon path={SIGNS.cross} />
          </button>
        </div>
      </div>
      <div className={overlayStyles.overlay} role="status" data-loading hidden lang={language}>
        <Logo />
        <p className={overlayStyles.title}>{frame.loadingTexts.wait}</p>
        <p>{frame.loadingTexts.holdOn}</p>
        <p>{frame.loadingTexts.loadingMessage}</p>
      </div>
    </FrameContext>
  )
}
