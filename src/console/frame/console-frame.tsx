import type { ReactNode } from 'react'
import { OPERATOR } from '#operator-record'
import type { Staff } from '#shared/staff-role.ts'
import { CONSOLE_LANGUAGES, type ConsoleLanguage } from '../console-language.ts'
import type { ConsoleNotice } from '../console-notice.ts'
import { useConsole } from './console-context.ts'
import { formatCount } from './format.ts'
import { FRAME_FIELDS } from './frame-fields.ts'
import { frameTexts } from './frame-texts.ts'
import { Icon, type IconName } from './icon.tsx'
import { MENU, type MenuEntry, type MenuKey, type MenuSection } from './menu.ts'
import { Face, Note } from './pieces.tsx'
import { roleList } from './role-texts.ts'
import { Shortcuts } from './shortcuts.tsx'

export type FrameFacts = {
  menu: readonly MenuEntry[]
  /** The entry of this page. */
  current: MenuKey | null
  mode: 'production' | 'sandbox' | 'testSystems'
  notice: ConsoleNotice | null
  /** The notice says that a form of this page was taken. */
  isDone: boolean
  /** Full numbers are on the page. */
  showsNumbers: boolean
}

const ICON_OF: Readonly<Record<MenuKey, IconName>> = {
  overview: 'home',
  payments: 'card',
  reviews: 'eye',
  claims: 'speech',
  reconciliation: 'scales',
  texts: 'letters',
  announcements: 'horn',
  switches: 'toggle',
  'customer-data': 'person',
  audit: 'book',
}

const NOTICE_TONES = { good: 'good', info: 'primary', warn: 'warn', bad: 'bad' } as const

/** Rail, top line and page. */
export function ConsoleFrame({ facts, children }: { facts: FrameFacts; children: ReactNode }) {
  const { language, staff } = useConsole()
  const texts = frameTexts(language)
  return (
    <div className="frame">
      <a className="skip" href="#main">
        {texts.toContent}
      </a>
      <aside className="rail">
        <Brand language={language} href="/" />
        <Menu facts={facts} />
        <Who staff={staff} />
      </aside>
      <div className="beside">
        <TopLine facts={facts} />
        <main className="page" id="main" tabIndex={-1}>
          {facts.notice && (
            <Note tone={NOTICE_TONES[facts.notice.tone]} title={facts.notice.title} isDone={facts.isDone}>
              {facts.notice.text}
            </Note>
          )}
          {children}
        </main>
      </div>
      <Shortcuts menu={facts.menu} />
      <p className="spoken" role="status" data-announce />
    </div>
  )
}

export function Brand({ language, href }: { language: ConsoleLanguage; href?: string }) {
  const { viewBox, shapes } = OPERATOR.look.logo
  const mark = (
    <>
      <svg viewBox={viewBox} aria-hidden="true" dangerouslySetInnerHTML={{ __html: shapes }} />
      <span className="word">
        {OPERATOR.brand.name} <small>{frameTexts(language).console}</small>
      </span>
    </>
  )
  return href === undefined ? (
    <span className="brand">{mark}</span>
  ) : (
    <a className="brand" href={href} title={`${OPERATOR.brand.name} ${frameTexts(language).console}`}>
      {mark}
    </a>
  )
}

function Menu({ facts: { menu, current } }: { facts: FrameFacts }) {
  const { language } = useConsole()
  const texts = frameTexts(language)
  const sections = [...new Set(menu.map(({ key }) => MENU[key].section))]
  return (
    <nav aria-label={texts.sections}>
      {sections.map((section) => (
        <MenuSectionList
          key={section ?? ''}
          section={section}
          entries={menu.filter(({ key }) => MENU[key].section === section)}
          current={current}
        />
      ))}
    </nav>
  )
}

type SectionProps = { section: MenuSection | null; entries: readonly MenuEntry[]; current: MenuKey | null }

function MenuSectionList({ section, entries, current }: SectionProps) {
  const { language } = useConsole()
  const texts = frameTexts(language)
  return (
    <>
      {section !== null && <h2>{texts[section]}</h2>}
      {entries.map(({ key, href, isLocked, count }) => (
        <a key={key} href={href} title={texts[key]} aria-current={key === current ? 'page' : undefined} data-go={MENU[key].key}>
          <Icon name={ICON_OF[key]} />
          <span className="word">{texts[key]}</span>
          {count !== null && count.count > 0 && (
            <span className={count.isUrgent ? 'count urgent' : 'count'}>{formatCount(count.count, language)}</span>
          )}
          {isLocked && (
            <span className="padlock">
              <Icon name="lock" isSmall />
              <span className="spoken">{texts.locked}</span>
            </span>
          )}
        </a>
      ))}
    </>
  )
}

/** Who is signed in, and the way out: a form, because it ends something. */
function Who({ staff }: { staff: Staff }) {
  const { language, formToken } = useConsole()
  const texts = frameTexts(language)
  return (
    <div className="who">
      <Face name={staff.name} />
      <span className="word">
        {staff.name}
        <small>{roleList(staff.roles, language)}</small>
      </span>
      <form method="post" action="/sign-out">
        <input type="hidden" name={FRAME_FIELDS.token} value={formToken} />
        <button type="submit" className="leave" title={texts.signOut}>
          <Icon name="leave" />
          <span className="spoken">{texts.signOut}</span>
        </button>
      </form>
    </div>
  )
}

function TopLine({ facts: { mode, showsNumbers } }: { facts: FrameFacts }) {
  const { language, address } = useConsole()
  const texts = frameTexts(language)
  return (
    <header className="topline">
      <form className="find" role="search" aria-label={texts.search} method="post" action="/search">
        <Icon name="search" />
        <input type="search" name="q" aria-label={texts.search} placeholder={texts.search} maxLength={60} autoComplete="off" data-search />
        <kbd aria-hidden="true">/</kbd>
      </form>
      <span className={showsNumbers ? 'row from-middle warn' : 'row from-middle quiet'}>
        <Icon name={showsNumbers ? 'eye' : 'eyeOff'} />
        {showsNumbers ? texts.fullUntil : texts.masked}
      </span>
      <span className={mode === 'production' ? 'mode' : 'mode trial'}>{texts[mode]}</span>
      <LanguageChoice address={address} />
      <a className="button plain from-middle" href="#shortcuts" data-shortcuts>
        <Icon name="keyboard" />
        {texts.shortcuts} <kbd>?</kbd>
      </a>
    </header>
  )
}

/** A link, because it changes nothing but the reader's cookie: `/language/en?to=/payments`. */
export function LanguageChoice({ address }: { address: string }) {
  const { language } = useConsole()
  return (
    <span className="choice" role="group" aria-label={frameTexts(language).language}>
      {CONSOLE_LANGUAGES.map((other) => (
        <a
          key={other}
          lang={other}
          href={`/language/${other}?to=${encodeURIComponent(address)}`}
          aria-current={other === language ? 'true' : undefined}
        >
          {other.toUpperCase()}
        </a>
      ))}
    </span>
  )
}
