import { Spoken } from '../messages/spoken.tsx'
import { Icon } from '../signs/icon.tsx'
import { SIGNPOSTS } from '../signs/signposts.ts'
import styles from './question-list.module.css'

export type QuestionLink = {
  questionId: string
  question: string
  path: string
  /** An item that is another page of the portal (ROUTE-5). */
  opensPage: boolean
}

type QuestionListProps = { questions: QuestionLink[]; opensPageWords: string }

/** Questions to tap. An item that is a page of its own (ROUTE-5) is loaded as a whole page. */
export function QuestionList({ questions, opensPageWords }: QuestionListProps) {
  return (
    <ul className={styles.list}>
      {questions.map(({ questionId, question, path, opensPage }) => (
        <li key={questionId}>
          <a href={path} className={styles.item}>
            <span className={styles.words}>
              {question}
              {opensPage && <Spoken> ({opensPageWords})</Spoken>}
            </span>
            <Icon path={opensPage ? SIGNPOSTS.opensPage : SIGNPOSTS.onward} />
          </a>
        </li>
      ))}
    </ul>
  )
}
