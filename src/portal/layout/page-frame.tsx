import type { Language } from '#shared/language.ts'
import type { ContentPackages } from '../content-packages.ts'
import { FrameContext } from '../frame-context.ts'
import { LoadingOverlay } from '../loading/loading-overlay.tsx'
import { SlowNavigationLoading } from '../loading/slow-navigation-loading.tsx'
import { ToastRegion } from '../ui/toast-region.tsx'
import { FocusOnNavigation } from './focus-on-navigation.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { PageCounting } from './page-counting.tsx'
import { PageFooter } from './page-footer.tsx'
import { PageHeader } from './page-header.tsx'
import styles from './page-frame.module.css'

export type Frame = {
  language: Language
  sandboxUrl: string | null
  texts: ContentPackages['orp-translation']
  loadingTexts: ContentPackages['loader-translation']
  footerTexts: ContentPackages['footer-translation']
  headerLinks: ContentPackages['website-headers-config']['links']
  footerLinks: ContentPackages['website-footer-config']['links']
}

/** What surrounds every page. */
export function PageFrame({ frame, children }: { frame: Frame; children: React.ReactNode }) {
  const { texts, sandboxUrl } = frame
  return (
    <FrameContext value={frame}>
      <a className={styles.skip} href="#content">
        {texts.skipToContent}
      </a>
      {sandboxUrl && (
        <aside className={styles.sandbox}>
          <div className={styles.wrap}>
            {texts.sandboxBanner} <a href={sandboxUrl}>{texts.openHandset}</a>
          </div>
        </aside>
      )}
      <PageHeader frame={frame} languageSwitch={<LanguageSwitch language={frame.language} label={texts.otherLanguage} />} />
      <OfflineNotice text={texts.offline} />
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <PageFooter frame={frame} />
      <ToastRegion closeLabel={texts.close} headings={{ error: texts.error, success: texts.success }} />
      <PageCounting />
      <FocusOnNavigation />
      <SlowNavigationLoading />
      <LoadingOverlay language={frame.language} firstTexts={frame.loadingTexts} />
    </FrameContext>
  )
}
