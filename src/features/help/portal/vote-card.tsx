import { useEffect, useRef } from 'react'
import { fillText } from '#shared/fill-text.ts'
import type { ContentPackages } from '#portal/content-packages.ts'
import { Button } from '#portal/ui/button.tsx'
import { Icon } from '#portal/ui/icon.tsx'
import { SIGNS } from '#portal/ui/signs.ts'
import type { Question } from '../contract.ts'
import { SIGNPOSTS } from './signposts.ts'
import { useVote } from './use-vote.ts'
import styles from './vote-card.module.css'

type VoteCardProps = {
  question: Pick<Question, 'questionId' | 'countLikePercentage' | 'votes' | 'hasVoted'>
  texts: ContentPackages['question-translation']
  /** What went wrong with a vote that was posted without script. */
  postedProblem: string | null
}

/** HELP-3: was this helpful? The thanks replace the buttons; the percentage is that of the question as fetched again. */
export function VoteCard({ question, texts, postedProblem }: VoteCardProps) {
  const { isSending, isDone, counts, problem, submit } = useVote(question, texts.voteFailed)
  const shownProblem = problem ?? postedProblem
  return (
    <section className={styles.card} aria-label={texts.feedback}>
      {question.hasVoted || isDone ? (
        <Thanks words={texts.thankyou} takesFocus={isDone} />
      ) : (
        <form method="post" className={styles.form} onSubmit={submit}>
          <p className={styles.question}>{texts.feedback}</p>
          <div className={styles.buttons}>
            <Button look="quiet" isSmall name="isLike" value="true" disabled={isSending}>
              <Icon path={SIGNPOSTS.thumbUp} />
              {texts.yes}
            </Button>
            <Button look="quiet" isSmall name="isLike" value="false" disabled={isSending}>
              <Icon path={SIGNPOSTS.thumbDown} />
              {texts.no}
            </Button>
          </div>
        </form>
      )}
      {counts.votes > 0 && <p className={styles.share}>{fillText(texts.helpful, { percent: counts.countLikePercentage })}</p>}
      <div role="alert">{shownProblem && <p className={styles.problem}>{shownProblem}</p>}</div>
    </section>
  )
}

/** The button that was pressed is gone: whoever listens or uses the keyboard goes on from the thanks. */
function Thanks({ words, takesFocus }: { words: string; takesFocus: boolean }) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus) ref.current?.focus()
  }, [takesFocus])
  return (
    <p ref={ref} tabIndex={-1} role="status" className={styles.thanks}>
      <Icon path={SIGNS.good} />
      {words}
    </p>
  )
}
