import type { ReactNode } from 'react'
import { fillText } from '#shared/fill-text.ts'
import { CONSOLE_LOCALES, type ConsoleLanguage } from '../../console-language.ts'
import { useConsole } from '../../frame/console-context.ts'
import { formatDate, formatMinute } from '../../frame/format.ts'
import { Pill } from '../../frame/pieces.tsx'
import type { ShownClaim } from '../../queries/claim-list.ts'
import { claimTexts } from './claim-texts.ts'

export function SmsFact({ message, claim: { sent } }: { message: 'opened' | 'closed'; claim: ShownClaim }) {
  const { language } = useConsole()
  const texts = claimTexts(language)
  const isSent = sent.includes(message)
  return (
    <Fact term={texts[`sms_${message}`]}>
      <Pill tone={isSent ? 'good' : 'warn'} icon={isSent ? 'check' : 'clock'}>
        {isSent ? texts.smsSent : texts.smsWaits}
      </Pill>
    </Fact>
  )
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function momentIn(instant: Date, language: ConsoleLanguage): string {
  return fillText(claimTexts(language).moment, { day: formatDate(instant, language), time: formatMinute(instant, language) })
}

/** 'français' */
export function languageWord(tag: string, language: ConsoleLanguage): string {
  return new Intl.DisplayNames(CONSOLE_LOCALES[language], { type: 'language' }).of(tag) ?? tag
}
