import { OPERATOR } from '#operator-record'
import { useConsole } from '../../frame/console-context.ts'
import { Card } from '../../frame/pieces.tsx'
import type { AnnouncementsProps, InEachLanguage } from './announcements-props.ts'
import { announcementTexts } from './announcements-texts.ts'

/** The banner as a phone shows it, in each language. */
export function PhonesWith({ words }: { words: InEachLanguage }) {
  return (
    <div className="pad phone-ground stack-small">
      {words.map(({ language, shown: { label, title, text, until } }) => (
        <div key={language} className="phone" lang={language}>
          <p className="phone-head">{OPERATOR.brand.name}</p>
          <p className="phone-banner">
            <small>{label}</small>
            <b>{title}</b>
            {text} {until}
          </p>
          <div className="phone-body" />
        </div>
      ))}
    </div>
  )
}

export function PreviewPanel({ preview }: AnnouncementsProps) {
  const { language } = useConsole()
  return (
    <Card title={announcementTexts(language).visitors}>
      <PhonesWith words={preview} />
    </Card>
  )
}

export function WillPanel() {
  const { language } = useConsole()
  const texts = announcementTexts(language)
  return (
    <Card title={texts.will}>
      <div className="pad">
        <ol className="will">
          <li>{texts.will1}</li>
          <li>{texts.will2}</li>
          <li>{texts.will3}</li>
          <li>{texts.will4}</li>
        </ol>
      </div>
    </Card>
  )
}
