import type { ReactNode } from 'react'
import { AloneView, type AloneProps } from './frame/alone-view.tsx'
import type { ConsoleView } from './frame/console-context.ts'
import { renderConsole, type ConsoleFiles } from './frame/console-document.tsx'
import { ConsoleFrame, type FrameFacts } from './frame/console-frame.tsx'
import { aloneTexts } from './frame/alone-texts.ts'
import { FailureView, type FailureKind } from './frame/failure-view.tsx'
import { failureTexts } from './frame/failure-texts.ts'
import { WrongRoleView, type WrongRoleProps } from './frame/wrong-role-view.tsx'
import { wrongRoleTexts } from './frame/wrong-role-texts.ts'
import { viewNamed, type ViewName } from './views.tsx'

export type { AloneKind } from './frame/alone-view.tsx'
export type { FailureKind } from './frame/failure-view.tsx'
export type { FrameFacts } from './frame/console-frame.tsx'
export type { ConsoleFiles } from './frame/console-document.tsx'

/** A page inside the frame. */
export type Framed = { view: ConsoleView; facts: FrameFacts; files: ConsoleFiles; idleSeconds: number }

export function renderPage(framed: Framed, { title, name, props }: { title: string; name: ViewName; props: object }): string {
  const View = viewNamed(name)
  return inFrame(framed, title, <View {...props} />)
}

export function renderWrongRole(framed: Framed, props: WrongRoleProps): string {
  return inFrame(framed, wrongRoleTexts(framed.view.language).title, <WrongRoleView {...props} />)
}

export function renderFailure(framed: Framed, props: { kind: FailureKind; requestId: string; to: string }): string {
  return inFrame(framed, failureTexts(framed.view.language)[props.kind], <FailureView {...props} />)
}

/** A page without a session. */
export function renderAlone({ view, files }: Pick<Framed, 'view' | 'files'>, props: AloneProps): string {
  return renderConsole({ view, files, title: aloneTexts(view.language)[props.kind], idleSeconds: null, body: <AloneView {...props} /> })
}

function inFrame({ view, facts, files, idleSeconds }: Framed, title: string, content: ReactNode): string {
  return renderConsole({ view, title, files, idleSeconds, body: <ConsoleFrame facts={facts}>{content}</ConsoleFrame> })
}
