import { fillText } from '#shared/fill-text.ts'
import { useConsole } from './console-context.ts'
import { failureTexts } from './failure-texts.ts'
import { ButtonLink, Note } from './pieces.tsx'

export type FailureKind = 'unread' | 'unknownResult' | 'missing' | 'oldForm'

/** Inside the frame: what was not done, how to go on, and the number of the request. */
export function FailureView({ kind, requestId, to }: { kind: FailureKind; requestId: string; to: string }) {
  const { language } = useConsole()
  const texts = failureTexts(language)
  const tone = kind === 'unknownResult' ? 'warn' : 'bad'
  const action = kind !== 'missing' && (
    <ButtonLink href={to} icon="again" isSmall>
      {texts.retry}
    </ButtonLink>
  )
  return (
    <div className="middle-card stack">
      <h1>{texts[kind]}</h1>
      <Note tone={tone} action={action}>
        {fillText(texts[`${kind}Text`], { request: requestId })}
      </Note>
    </div>
  )
}
