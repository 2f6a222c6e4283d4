import { Card } from '#portal/ui/frame/card.tsx'
import { QuestionList } from './question-list.tsx'
import type { ContextHelpData } from './read-context-help.ts'
import styles from './context-help.module.css'

/** Help in context: the two or three questions that visitors of this page ask most, and the way to all others. */
export function ContextHelp({ help: { heading, allHelp, allHelpPath, opensPageWords, questions } }: { help: ContextHelpData }) {
  if (questions.length === 0) return null
  return (
    <Card heading={heading}>
      <QuestionList questions={questions} opensPageWords={opensPageWords} />
      <p className={styles.all}>
        <a href={allHelpPath}>{allHelp}</a>
      </p>
    </Card>
  )
}
