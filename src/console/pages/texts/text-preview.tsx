import { OPERATOR } from '#operator-record'
import { setFrenchType } from '#shared/french-type.ts'
import { isFrench } from '#shared/language.ts'
import type { FieldFacts, Fields, TextFacts } from '#features/text-editing/edition.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { useConsole } from '../../frame/console-context.ts'
import { Card } from '../../frame/pieces.tsx'
import { previewText } from './count-text.ts'
import { EXAMPLES } from './examples.ts'
import { fieldName } from './field-name.ts'
import { textTexts } from './text-texts.ts'

type Props = { facts: TextFacts; written: Fields; answers: Fields }

/** The text as a phone of 360 px shows it, in each language. */
export function TextPreview({ facts, written, answers }: Props) {
  const { language, typed } = useConsole()
  const texts = textTexts(language)
  return (
    <Card title={texts.preview} footer={<span>{texts.previewNote}</span>}>
      <div className="text-phones">
        {facts.fields.map((field) => (
          <figure key={field.field} className={`text-phone text-phone-${field.kind}`}>
            <figcaption>
              {fieldName(facts, field.field, language)} · {kindName(field, language)}
            </figcaption>
            <div className="screen">
              {field.kind !== 'ussd' && field.kind !== 'sms' && <div className="band">{OPERATOR.brand.name}</div>}
              <Shown field={field} text={typed[`text.${field.field}`] ?? written[field.field] ?? ''} answer={answers[field.field]} />
            </div>
          </figure>
        ))}
      </div>
    </Card>
  )
}

function Shown({ field, text, answer }: { field: FieldFacts; text: string; answer: string | undefined }) {
  const { language } = field
  // Sanitised by the help centre's own rules, and no script runs in the console.
  if (answer !== undefined) return <div className="shown" lang={language} dangerouslySetInnerHTML={{ __html: answer }} />
  return (
    <p className="shown" id={`text-${field.field.replace('.', '-')}-preview`} lang={language}>
      {previewText(isFrench(language) && field.kind !== 'sms' && field.kind !== 'ussd' ? setFrenchType(text) : text, field.kind, EXAMPLES)}
    </p>
  )
}

function kindName({ kind }: FieldFacts, language: ConsoleLanguage): string {
  const texts = textTexts(language)
  return kind === 'sms' ? texts.message : kind === 'ussd' ? texts.menu : texts.page
}
