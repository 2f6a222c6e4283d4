import { fillText } from '#shared/fill-text.ts'
import { aloneTexts } from './alone-texts.ts'
import { useConsole } from './console-context.ts'
import { Brand, LanguageChoice } from './console-frame.tsx'
import { Icon } from './icon.tsx'
import { ButtonLink, Note } from './pieces.tsx'

/** Signing in is offered, or trying again, or neither. */
const KINDS = {
  first: 'enter',
  idle: 'enter',
  hours: 'enter',
  roles: 'enter',
  out: 'enter',
  notSent: 'enter',
  refused: 'enter',
  noRole: 'enter',
  silent: 'retry',
  unconfirmed: 'retry',
  often: 'retry',
  broken: 'retry',
  foreign: 'none',
} as const

export type AloneKind = keyof typeof KINDS

export type AloneProps = {
  kind: AloneKind
  /** Where to go on. */
  to: string
  requestId: string | null
}

/** A page outside of a session. */
export function AloneView({ kind, to, requestId }: AloneProps) {
  const { language } = useConsole()
  const texts = aloneTexts(language)
  const isAway = kind === 'idle' || kind === 'hours' || kind === 'roles'
  return (
    <div className="outside">
      <header>
        <Brand language={language} />
      </header>
      <main id="main">
        <section className="card pad-large stack">
          <div className="stack-small">
            <span className="face large">
              <Icon name="lock" />
            </span>
            <h1>{texts[kind]}</h1>
            <p className="text-quiet">{texts[`${kind}Text`]}</p>
          </div>
          {KINDS[kind] === 'enter' && (
            <div className="stack-small">
              <a className="button main whole" href={`/sign-in/start?to=${encodeURIComponent(to)}`}>
                <Icon name="person" />
                {texts.enter}
              </a>
              <p className="tiny text-quiet">{texts.noPassword}</p>
            </div>
          )}
          {KINDS[kind] === 'retry' && (
            <ButtonLink href={to} icon="again">
              {texts.retry}
            </ButtonLink>
          )}
          {isAway && <Note tone="quiet">{texts.samePage}</Note>}
          {requestId !== null && <p className="tiny text-quiet">{fillText(texts.request, { request: requestId })}</p>}
        </section>
      </main>
      <footer>
        <span>{texts.staffOnly}</span>
        <LanguageChoice address={to} />
      </footer>
    </div>
  )
}
