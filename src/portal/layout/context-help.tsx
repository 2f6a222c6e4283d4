import { Card } from '../ui/frame/card.tsx'
import { QuestionList } from '../ui/lists/question-list.tsx'
import type { ContextHelpData } from './read-context-help.ts'
import styles from './context-help.module.css'

/** Help in context: the two or three most frequent questions of this page, and a link to all others. */
export function ContextHelp({ help: { lang, heading, allHelp, allHelpPath, opensPageWords, questions } }: { help: ContextHelpData }) {
  if (questions.length === 0) return null
  return (
    <div lang={lang} data-beside>
      <Card heading={heading}>
        <QuestionList questions={questions} opensPageWords={opensPageWords} />
        <p className={styles.all}>
          <a href={allHelpPath}>{allHelp}</a>
        </p>
      </Card>
    </div>
  )
}
