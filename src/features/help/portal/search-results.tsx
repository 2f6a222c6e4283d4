import { fillText } from '#shared/fill-text.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { Card } from '#portal/ui/frame/card.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { Spoken } from '#portal/ui/messages/spoken.tsx'
import type { SearchResult, Suggestion } from '../contract.ts'
import { SIGNPOSTS } from '#portal/ui/signs/signposts.ts'
import { MarkedQuestion } from './marked-question.tsx'
import styles from '#portal/ui/lists/question-list.module.css'

type SearchResultsProps = {
  typed: string
  found: SearchResult
  texts: ContentPackages['search-translation']
  opensPageWords: string
}

/** HELP-2 as a page: questions with the typed text, then similar ones, or that there are none. */
export function SearchResults({ typed, found: { matches, similar }, texts, opensPageWords }: SearchResultsProps) {
  const isEmpty = matches.length + similar.length === 0
  return (
    <>
      {(isEmpty || matches.length > 0) && (
        <Card heading={fillText(texts.results, { text: typed })}>
          {isEmpty ? (
            <p>
              <strong>{texts.NoData}</strong>
              <br />
              {texts.noDataHelp}
            </p>
          ) : (
            <FoundList found={matches} opensPageWords={opensPageWords} />
          )}
        </Card>
      )}
      {similar.length > 0 && (
        <Card heading={texts.similar}>
          <FoundList found={similar} opensPageWords={opensPageWords} />
        </Card>
      )}
    </>
  )
}

function FoundList({ found, opensPageWords }: { found: Suggestion[]; opensPageWords: string }) {
  return (
    <ul className={styles.list}>
      {found.map(({ questionId, path, opensPage, category, parts }) => (
        <li key={questionId}>
          <a href={path} className={styles.item}>
            <span className={styles.words}>
              <MarkedQuestion parts={parts} />
              {opensPage && <Spoken> ({opensPageWords})</Spoken>}
              <span className={styles.category}>{category}</span>
            </span>
            <Icon path={opensPage ? SIGNPOSTS.opensPage : SIGNPOSTS.onward} />
          </a>
        </li>
      ))}
    </ul>
  )
}
