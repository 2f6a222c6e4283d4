import { fillText } from '#shared/fill-text.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { SIGNS } from '#portal/ui/signs/signs.ts'
import type { Question } from '../contract.ts'
import { SIGNPOSTS } from '#portal/ui/signs/signposts.ts'
import VoteInPlace from './vote-card.island.ts'
import styles from './vote-card.module.css'

type VoteCardProps = {
  question: Pick<Question, 'questionId' | 'countLikePercentage' | 'votes' | 'hasVoted'>
  texts: ContentPackages['question-translation']
  /** What went wrong with a vote that was posted. */
  problem: string | null
}

/** HELP-3: was this helpful? The thanks replace the buttons: in place with script, else on the page after the post. */
export function VoteCard({ question, texts, problem }: VoteCardProps) {
  const { questionId, votes, hasVoted, countLikePercentage } = question
  const card = (
    <section
      className={styles.card}
      aria-label={texts.feedback}
      data-vote="card"
      data-question-id={questionId}
      data-helpful={texts.helpful}
      data-failed={texts.voteFailed}
    >
      {!hasVoted && <VoteForm texts={texts} />}
      <p tabIndex={-1} role="status" className={styles.thanks} data-vote="thanks" hidden={!hasVoted}>
        <Icon path={SIGNS.good} />
        {texts.thankyou}
      </p>
      <p className={styles.share} data-vote="share" hidden={votes === 0}>
        {fillText(texts.helpful, { percent: countLikePercentage })}
      </p>
      <p role="alert" className={styles.problem} data-vote="problem">
        {problem}
      </p>
    </section>
  )
  return hasVoted ? card : <VoteInPlace>{card}</VoteInPlace>
}

function VoteForm({ texts }: Pick<VoteCardProps, 'texts'>) {
  return (
    <form method="post" className={styles.form}>
      <p className={styles.question}>{texts.feedback}</p>
      <div className={styles.buttons}>
        <Button look="quiet" isSmall name="isLike" value="true">
          <Icon path={SIGNPOSTS.thumbUp} />
          {texts.yes}
        </Button>
        <Button look="quiet" isSmall name="isLike" value="false">
          <Icon path={SIGNPOSTS.thumbDown} />
          {texts.no}
        </Button>
      </div>
    </form>
  )
}
