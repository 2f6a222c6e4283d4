import type { HelpTopic } from '#features/help/rules.ts'
import type { SellingPage } from '#features/line/rules.ts'
import type { Again, PageRequest, PostedForm } from '#portal/page/page.ts'
import { Redirect } from '#portal/page/redirect.ts'
import { readContent, readPageMeta } from '#portal/texts.ts'
import { NOTHING_CHECKED, type CheckedLine, type Refusal } from './checked-line.ts'
import { helpBeside } from './help-beside.ts'
import { actOnLinePage, loadLinePage } from './line-page.ts'

/** What a form was answered: the line itself is looked up again. */
export type LineAnswer = { msisdn: string; refusal: Refusal | null; amountText: string }

export async function readLinePage(request: PageRequest, page: SellingPage, topic: HelpTopic) {
  const [texts, tags, line] = await Promise.all([
    readContent(request, 'recharge-translation'),
    readPageMeta(request, page),
    loadLinePage(request, page),
  ])
  const { searchParams } = request.url
  const wanted = { category: searchParams.get('category'), period: searchParams.get('period') }
  return { texts, tags, wanted, help: await helpBeside(request, topic, line.checked), ...line }
}

export async function postToLinePage(request: PageRequest, form: PostedForm, page: SellingPage): Promise<Redirect | Again<LineAnswer>> {
  const answered = await actOnLinePage(request, form, page)
  if (answered instanceof Redirect) return answered
  const { checked, refusal, amountText } = answered.again
  return { again: { msisdn: checked.msisdn, refusal, amountText } }
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
