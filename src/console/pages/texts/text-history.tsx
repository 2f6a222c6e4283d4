import { fillText } from '#shared/fill-text.ts'
import { mayDo } from '#features/staff-acts/roles.ts'
import type { Edition } from '#features/text-editing/edition.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { useConsole } from '../../frame/console-context.ts'
import { DataTable } from '../../frame/data-table.tsx'
import { Card, Face } from '../../frame/pieces.tsx'
import { EditionPill } from './edition-pill.tsx'
import { momentWords } from './moment-words.ts'
import { editAddress } from './text-list.ts'
import { textTexts } from './text-texts.ts'
import { textsTexts } from './texts-texts.ts'

type Props = { facts: { id: string }; history: readonly Edition[]; from: Edition | null }

export function TextHistory({ facts, history, from }: Props) {
  const { language, staff } = useConsole()
  const texts = textTexts(language)
  if (history.length === 0)
    return (
      <Card title={texts.history} footer={<span>{texts.noHistory}</span>}>
        {null}
      </Card>
    )
  const address = editAddress(facts.id)
  return (
    <Card
      title={texts.history}
      end={<span className="text-quiet">{fillText(texts.versions, { count: history.length })}</span>}
      footer={texts.historyNote}
    >
      <DataTable
        caption={texts.history}
        rows={history}
        keyOf={({ id }) => String(id)}
        isChosen={({ id }) => id === from?.id}
        columns={[
          { key: 'version', title: texts.version, show: ({ number }) => <span className="n">v{number}</span> },
          { key: 'state', title: texts.state, show: (edition) => <EditionPill edition={edition} /> },
          { key: 'by', title: texts.by, show: (edition) => <People edition={edition} /> },
          { key: 'at', title: texts.at, show: (edition) => <span className="n">{whenOf(edition, language)}</span> },
          {
            key: 'go',
            title: texts.again,
            show: ({ number, state }) =>
              state === 'published' || (state === 'withdrawn' && mayDo(staff, 'write-text')) ? (
                <a href={`${address}?from=${number}`}>{texts.goBack}</a>
              ) : (
                ''
              ),
          },
        ]}
      />
    </Card>
  )
}

function People({ edition: { authorName, approvedName, isRestore } }: { edition: Edition }) {
  const texts = textTexts(useConsole().language)
  const lines = isRestore
    ? [{ name: authorName, words: texts.restored }]
    : [{ name: authorName, words: texts.wrote }, ...(approvedName === null ? [] : [{ name: approvedName, words: texts.approved }])]
  return (
    <span className="row wrap">
      {lines.map(({ name, words }) => (
        <span key={words} className="row">
          <Face name={name} isSmall />
          {fillText(words, { name })}
        </span>
      ))}
    </span>
  )
}

function whenOf({ writtenAt, publishAt, publishedAt }: Edition, language: ConsoleLanguage): string {
  const texts = textsTexts(language)
  const at = publishedAt ?? publishAt ?? writtenAt
  return fillText(texts.at, momentWords(at, language))
}
