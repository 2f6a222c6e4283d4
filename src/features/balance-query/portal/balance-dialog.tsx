import { requestTexts, type CodeTexts } from '#features/one-time-code/portal/code-texts.ts'
import { readCodeTexts } from '#features/one-time-code/portal/read-code-texts.ts'
import { ActiveBundleTable } from './active-bundle-table.tsx'
import { wantsShown, type BalanceAnswer } from './balance-steps.ts'
import { numberFormTexts, unitTextsOf } from './balance-texts.ts'
import type { NumberFormProps } from './number-form.tsx'
import { readBalance, type BalanceReading } from './read-balance.ts'
import { UnreadBalance } from './unread-balance.tsx'
import { lineTexts } from '#features/line/portal/line-texts.ts'
import { typableCode, unsentWords } from '#features/one-time-code/portal/requested-code.ts'
import { RequestedCodeForm } from '#features/one-time-code/portal/requested-code-form.tsx'
import { NOTHING_CHECKED, type CheckedLine } from '#features/purchase/portal/checked-line.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import type { PageRequest } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'

export const PAGE = '/broadband-recharge'
const OPEN = `${PAGE}?balance=code`

type Balance = {
  texts: ContentPackages['balance-translation']
  codeTexts: CodeTexts
  isOpen: boolean
  reading: BalanceReading | null
}

export function wantsBalance({ country, url }: PageRequest): boolean {
  return country.showsDataBalanceLink && url.searchParams.has('balance')
}

/** BB-2: the link and its dialog only by country flag. */
export async function readBalanceDialog(request: PageRequest, { msisdn }: CheckedLine): Promise<Balance | null> {
  if (!request.country.showsDataBalanceLink) return null
  const [texts, codeTexts, reading] = await Promise.all([
    readContent(request, 'balance-translation'),
    readCodeTexts(request),
    wantsShown(request.url) && msisdn !== '' ? readBalance(request.api, msisdn) : null,
  ])
  return { texts, codeTexts, reading, isOpen: wantsBalance(request) }
}

type DialogParts = {
  balance: Balance
  rechargeTexts: ContentPackages['recharge-translation']
  checked: CheckedLine
  answer: BalanceAnswer | null
}

/** What the island needs for the dialog. */
export function balanceDialog({ balance, rechargeTexts, checked, answer }: DialogParts) {
  const { texts, codeTexts, isOpen, reading } = balance
  const first = answer ? { ...NOTHING_CHECKED, msisdn: answer.msisdn, verdict: answer.verdict } : withoutBundles(checked)
  const numberForm: NumberFormProps = {
    page: PAGE,
    action: OPEN,
    texts: numberFormTexts(texts),
    numberLabel: rechargeTexts.routerNumberLabel,
    numberTexts: lineTexts(rechargeTexts),
    codeTexts: requestTexts(codeTexts),
    checked: first,
    refusal: answer?.refusal ?? null,
    message: !answer && reading?.kind === 'unproven' ? reading.message : unsentWords(answer?.code, codeTexts),
  }
  const hasStep = typableCode(answer?.code) !== null || (!answer && (reading?.kind === 'read' || reading?.kind === 'unread'))
  const title = !answer && reading?.kind === 'read' ? texts.myActiveBundle : texts.fetchBalance
  return { ...numberForm, close: codeTexts.close, link: texts.fetchBalance, href: OPEN, isOpen, step: hasStep ? title : null }
}

/** The form behind the dialog holds them already; they are sent as JSON. */
function withoutBundles({ msisdn, verdict }: CheckedLine): CheckedLine {
  return { ...NOTHING_CHECKED, msisdn, verdict }
}

/** What the server renders in the dialog instead of the form. */
export function BalanceStep({ balance: { texts, codeTexts, reading }, rechargeTexts, checked, answer }: DialogParts) {
  const code = typableCode(answer?.code)
  if (code) return <RequestedCodeForm code={code} texts={codeTexts} />
  if (reading?.kind === 'read') return <ActiveBundleTable texts={texts} unitTexts={unitTextsOf(rechargeTexts)} items={reading.items} />
  if (reading?.kind === 'unread') return <UnreadBalance texts={texts} msisdn={checked.msisdn} message={reading.message} />
  return null
}
