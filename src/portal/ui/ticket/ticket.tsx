import type { ReactNode } from 'react'
import { Icon } from '../signs/icon.tsx'
import { BACK, CROSS, PADLOCK, SIGNS } from '../signs/signs.ts'
import { Spoken } from '../messages/spoken.tsx'
import styles from './ticket.module.css'

const DRAWINGS = {
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  sending: 'M12 20V5M6 11l6-6 6 6',
  offline: 'M4 4l16 16M2 9a15 15 0 0 1 20 0M7 14a8 8 0 0 1 10 0M12 19h.01',
  running: SIGNS.wait,
  done: SIGNS.good,
  failed: CROSS,
  returned: BACK,
  review: SIGNS.warn,
  kept: PADLOCK,
} as const
const ARROW = 'M4 12h15M13.5 6.5 19 12l-5.5 5.5'

export type TicketState = Exclude<keyof typeof DRAWINGS, 'sending' | 'offline'>

export type TicketProps = {
  /** The ticket's name for screen readers. */
  label: string
  /** What is bought. */
  what: ReactNode
  sum: string
  /** Text for screen readers in place of the arrow between the amount and its target. */
  towards: string
  goal: string
  stub: { state: TicketState; word: string; href?: string; look?: string | undefined }
  /** Texts of the stub without a network and while the page is being sent; the shell switches them. A final state has neither. */
  offlineWord?: string
  sendingWord?: string
}

/** The amount, the number, and in the stub the state: shown from the choice of a method to the printed receipt. */
export function Ticket({ label, what, sum, towards, goal, stub, offlineWord, sendingWord }: TicketProps) {
  return (
    <section className={styles.ticket} aria-label={label} data-ticket={stub.state}>
      <div className={styles.words}>
        <p className={styles.what}>{what}</p>
        <p className={styles.route}>
          <strong className={styles.sum}>{sum}</strong>
          <Icon path={ARROW} />
          <Spoken>{towards}</Spoken>
          <span className={styles.goal}>{goal}</span>
        </p>
      </div>
      <Stub {...stub} />
      {offlineWord !== undefined && <Stub state="offline" word={offlineWord} look={styles.offline} />}
      {sendingWord !== undefined && <Stub state="sending" word={sendingWord} look={styles.sending} />}
    </section>
  )
}

function Stub({ state, word, href, look }: { state: keyof typeof DRAWINGS; word: string; href?: string; look?: string | undefined }) {
  const content = (
    <>
      <Icon path={DRAWINGS[state]} />
      <span>{word}</span>
    </>
  )
  const className = look === undefined ? styles.stub : `${styles.stub} ${look}`
  return href ? (
    <a className={className} href={href}>
      {content}
    </a>
  ) : (
    <div className={className}>{content}</div>
  )
}
