import { type HelpTopic, readContextHelp, type ContextHelpData } from '#portal/layout/read-context-help.ts'
import type { SellingPage } from '#features/line/rules.ts'
import { readDialHint } from '#portal/layout/read-dial-hint.ts'
import type { PageRequest } from '#portal/page/page.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { NOTHING_CHECKED, type CheckedLine, type Refusal } from './checked-line.ts'
import { loadLinePage, type LineAnswer } from './line-page.ts'

export async function readLinePage(request: PageRequest, page: SellingPage, topic: HelpTopic) {
  const [texts, tags, line, ussd] = await Promise.all([
    readContent(request, 'recharge-translation'),
    readPageMeta(request, page),
    loadLinePage(request, page),
    readDialHint(request, page === '/prepaid-recharge' ? 'recharge' : 'bundles'),
  ])
  const { searchParams } = request.url
  const wanted = { category: searchParams.get('category'), period: searchParams.get('period') }
  const { sellsPostpaidBundles } = request.country
  // With a number the page is long enough.
  return {
    texts,
    tags,
    ussd: line.checked.msisdn === '' ? ussd : null,
    wanted,
    sellsPostpaidBundles,
    help: await helpBeside(request, topic, line.checked),
    ...line,
  }
}

/** What the form shows: the line as it was looked up, and over it what was typed and refused. */
export function answeredForm(
  { checked, amountText }: { checked: CheckedLine; amountText: string },
  answer: LineAnswer | null,
): { checked: CheckedLine; refusal: Refusal | null; amountText: string } {
  if (!answer) return { checked, refusal: null, amountText }
  const isSameLine = answer.msisdn === checked.msisdn
  return {
    checked: isSameLine ? checked : { ...NOTHING_CHECKED, msisdn: answer.msisdn },
    refusal: answer.refusal,
    amountText: answer.amountText,
  }
}

/** Questions for a visitor who is still at the number. A page that opens with bundles to choose from is long enough. */
async function helpBeside(request: PageRequest, topic: HelpTopic, { verdict }: CheckedLine): Promise<ContextHelpData | null> {
  return verdict?.kind === 'accepted' ? null : readContextHelp(request, topic)
}
