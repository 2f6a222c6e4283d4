import type { ConsoleLanguage } from '../../console-language.ts'
import { fillText } from '#shared/fill-text.ts'
import { useConsole } from '../../frame/console-context.ts'
import { formatAge } from '../../frame/format.ts'
import { Icon, type IconName } from '../../frame/icon.tsx'
import { counted } from '../words/counted.ts'
import { methodName } from '../words/payment-words.ts'
import { overviewTexts } from './overview-texts.ts'
import type { OverviewProps } from './overview-props.ts'

type Todo = { tone: 'bad' | 'warn' | 'primary' | 'good'; icon: IconName; title: string; text: string; href: string }

/** First what waits for the reader: late claims, troubled providers, approvals. */
export function TodoPanel(props: OverviewProps) {
  const { language } = useConsole()
  return (
    <nav className="card todo" aria-label={overviewTexts(language).todo}>
      {[claimsTodo(props, language), providersTodo(props, language), approvalsTodo(props, language)].map(
        ({ tone, icon, title, text, href }) => (
          <a key={title} href={href} className={`edge-${tone}`}>
            <span className={`text-${tone}`}>
              <Icon name={icon} />
            </span>
            <span className="grow">
              <b>{title}</b>
              <small>{text}</small>
            </span>
            <Icon name="right" />
          </a>
        ),
      )}
    </nav>
  )
}

function claimsTodo({ claims, now }: OverviewProps, language: ConsoleLanguage): Todo {
  const texts = overviewTexts(language)
  const open = counted(texts.claimsOpen, claims.open, language)
  const [first] = claims.first
  if (claims.late === 0 || !first) return { tone: 'good', icon: 'speech', title: texts.noLate, text: open, href: '/claims' }
  return {
    tone: 'bad',
    icon: 'speech',
    title: counted(texts.lateClaims, claims.late, language),
    text: fillText(texts.lateText, { age: formatAge(now.getTime() - first.dueAt.getTime(), language) }),
    href: '/claims?list=late',
  }
}

function providersTodo({ unanswered, health, now }: OverviewProps, language: ConsoleLanguage): Todo {
  const texts = overviewTexts(language)
  const cut = health.connectors.find(({ state }) => state === 'open')
  const [worst] = unanswered
  if (worst)
    return {
      tone: 'warn',
      icon: 'warning',
      title: fillText(texts.troubled, { method: methodName(worst.connector, language) }),
      text: counted(texts.troubledText, worst.payments, language, { age: formatAge(now.getTime() - worst.oldest.getTime(), language) }),
      href: `/payments?state=open&method=${worst.connector}`,
    }
  if (cut)
    return {
      tone: 'warn',
      icon: 'warning',
      title: fillText(texts.troubled, { method: methodName(cut.connector, language) }),
      text: texts.circuitText,
      href: '#health',
    }
  return { tone: 'good', icon: 'check', title: texts.noTroubled, text: '', href: '#health' }
}

function approvalsTodo({ approvals: { yours, others } }: OverviewProps, language: ConsoleLanguage): Todo {
  const texts = overviewTexts(language)
  const title = yours === 0 ? texts.noDecisions : counted(texts.decisions, yours, language)
  const text = others === 0 ? '' : counted(texts.decisionsOther, others, language)
  return { tone: yours === 0 ? 'good' : 'primary', icon: 'people', title, text, href: '/approvals' }
}
