import { readContextHelp, type ContextHelpData, type HelpTopic } from '#portal/layout/read-context-help.ts'
import type { PageRequest } from '#portal/page/page.ts'
import type { CheckedLine } from './checked-line.ts'

/** Questions for a visitor who is still at the number. A page that opens with bundles to choose from is long enough. */
export async function helpBeside(request: PageRequest, topic: HelpTopic, { verdict }: CheckedLine): Promise<ContextHelpData | null> {
  return verdict?.kind === 'accepted' ? null : readContextHelp(request, topic)
}
