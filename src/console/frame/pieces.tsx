import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

/** The meanings of colour; each stands beside a word or an icon that says the same. */
export type Tone = 'good' | 'warn' | 'bad' | 'back' | 'primary' | 'quiet'

/** Title, one line below it, and what belongs to the whole page at the right. */
export function PageHead({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <header className="head">
      <div className="grow">
        <h1>{title}</h1>
        {lead !== undefined && <p>{lead}</p>}
      </div>
      {children !== undefined && <div className="row wrap">{children}</div>}
    </header>
  )
}

type CardProps = { title?: ReactNode; end?: ReactNode; footer?: ReactNode; children: ReactNode; id?: string; isLive?: boolean }

/** A panel. `isLive`: its content is fetched again every 20 seconds where script runs; it needs an `id`. */
export function Card({ title, end, footer, children, id, isLive = false }: CardProps) {
  return (
    <section className="card" id={id} data-live={isLive || undefined}>
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {end !== undefined && <div className="end">{end}</div>}
        </header>
      )}
      {children}
      {footer !== undefined && <footer>{footer}</footer>}
    </section>
  )
}

export function Pill({ tone, icon, children }: { tone: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={`pill ${tone}`}>
      {icon && <Icon name={icon} isSmall />}
      {children}
    </span>
  )
}

export function Dot({ tone }: { tone: Exclude<Tone, 'primary' | 'back'> }) {
  return <i className={`dot ${tone}`} />
}

const NOTE_ICONS = { good: 'check', warn: 'warning', bad: 'warning', back: 'back', primary: 'people', quiet: 'info' } as const

type NoteProps = { tone: Tone; title?: ReactNode; icon?: IconName; action?: ReactNode; isDone?: boolean; children?: ReactNode }

/** A message in the page; `bad` and `warn` are announced. */
export function Note({ tone, title, icon = NOTE_ICONS[tone], action, isDone = false, children }: NoteProps) {
  return (
    <div className={`note ${tone}`} data-done={isDone || undefined} role={tone === 'bad' || tone === 'warn' ? 'alert' : 'status'}>
      <Icon name={icon} />
      <div>
        {title !== undefined && <b>{title}</b>}
        {children !== undefined && <p>{children}</p>}
      </div>
      {action}
    </div>
  )
}

/** Nothing is there: why, and what next. */
export function Empty({ icon, title, children }: { icon: IconName; title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <span className="face large">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** The initials of a person. */
export function Face({ name, isSmall = false }: { name: string; isSmall?: boolean }) {
  const initials = name
    .split(/\s+/)
    .map((word) => word.at(0) ?? '')
    .slice(0, 2)
    .join('')
  return (
    <span className={isSmall ? 'face small' : 'face'} aria-hidden="true">
      {initials.toUpperCase()}
    </span>
  )
}

/** A reference, a code, a provider's own word. */
export function Mono({ children }: { children: ReactNode }) {
  return <span className="mono">{children}</span>
}

type LinkProps = { href: string; kind?: 'main' | 'plain'; isSmall?: boolean; icon?: IconName; children: ReactNode }

/** A link that looks like a button. One `main` for each screen. */
export function ButtonLink({ href, kind, isSmall = false, icon, children }: LinkProps) {
  return (
    <a className={buttonClass({ kind, isSmall })} href={href}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  )
}

type ButtonProps = { kind?: 'main' | 'danger' | 'plain'; isSmall?: boolean; icon?: IconName; hotkey?: string; children: ReactNode }

/** Sends its form. `hotkey`: the single key that presses it; never for what moves money. */
export function SubmitButton({ kind, isSmall = false, icon, hotkey, children }: ButtonProps) {
  return (
    <button type="submit" className={buttonClass({ kind, isSmall })} data-hotkey={hotkey}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** An action that is not possible says why. */
export function DisabledAction({ icon, children, why }: { icon?: IconName; children: ReactNode; why: string }) {
  return (
    <div className="disabled-action">
      <button type="button" className="button" aria-disabled="true">
        {icon && <Icon name={icon} />}
        {children}
      </button>
      <p>{why}</p>
    </div>
  )
}

function buttonClass({ kind, isSmall }: { kind?: string | undefined; isSmall: boolean }): string {
  return ['button', kind, isSmall && 'button-small'].filter(Boolean).join(' ')
}
