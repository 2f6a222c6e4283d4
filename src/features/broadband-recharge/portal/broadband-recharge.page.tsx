import { useSearchParams, type RouterContextProvider, type ShouldRevalidateFunctionArgs } from 'react-router'
import type { ActiveBundleTexts } from '#features/balance-query/portal/active-bundle-dialog.tsx'
import { ActiveBundleLater } from '#features/balance-query/portal/active-bundle-later.tsx'
import { actOnBalancePage, type BalanceAnswer } from '#features/balance-query/portal/balance-steps.ts'
import { lineTexts } from '#features/line/portal/line-texts.ts'
import { BundleOnlyPage } from '#features/purchase/portal/bundle-only-page.tsx'
import { helpBeside } from '#features/purchase/portal/help-beside.ts'
import { actOnLinePage, loadLinePage } from '#features/purchase/portal/line-page.ts'
import { revalidatesAfter } from '#features/purchase/portal/use-line-check.ts'
import { pageRequestOf, routerAnswer, surroundings } from '#portal/page-context.ts'
import { pickTexts } from '#portal/pick-texts.ts'
import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import { PlaceLink } from '#portal/ui/place-link.tsx'
import type { Route } from './+types/broadband-recharge.page.ts'

const PAGE = '/broadband-recharge'
const BALANCE = `${PAGE}?balance=code`

export async function loader({ context, request }: Route.LoaderArgs) {
  const [texts, meta, balanceLink, page] = await Promise.all([
    readContent(context, 'recharge-translation'),
    readPageMeta(context, PAGE),
    readBalanceLink(context),
    loadLinePage(pageRequestOf(context, request), PAGE),
  ])
  const help = await helpBeside(pageRequestOf(context, request), 'broadband-recharge', page.checked)
  return { texts, meta, help, balanceLink, dialog: wantsBalance(context, request) ? await readDialogTexts(context) : null, ...page }
}

/** BB-2: the link only by country flag. */
async function readBalanceLink(context: Readonly<RouterContextProvider>): Promise<string | null> {
  if (!context.get(surroundings).country.showsDataBalanceLink) return null
  return (await readContent(context, 'balance-translation')).fetchBalance
}

function wantsBalance(context: Readonly<RouterContextProvider>, request: Request): boolean {
  return context.get(surroundings).country.showsDataBalanceLink && new URL(request.url).searchParams.get('balance') === 'code'
}

async function readDialogTexts(context: Readonly<RouterContextProvider>): Promise<ActiveBundleTexts> {
  const [texts, rechargeTexts, codeTexts] = await Promise.all([
    readContent(context, 'balance-translation'),
    readContent(context, 'recharge-translation'),
    readContent(context, 'otp-translation'),
  ])
  const unitTexts = pickTexts(rechargeTexts, ['unitGB', 'unitMB', 'unitMinutes', 'unitSms'])
  return { texts, codeTexts, numberTexts: lineTexts(rechargeTexts), unitTexts }
}

export const action = async ({ context, request }: Route.ActionArgs) =>
  wantsBalance(context, request)
    ? actOnBalancePage(context, await request.formData(), PAGE)
    : routerAnswer(await actOnLinePage(pageRequestOf(context, request), await request.formData(), PAGE))

export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  revalidatesAfter(formData, defaultShouldRevalidate)

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.meta)

/** BB-1, BB-2 */
export default function BroadbandRechargePage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, help, checked, amountText, balanceLink, dialog } = loaderData
  const [search] = useSearchParams()
  const answered: BalanceAnswer = actionData ?? { checked, refusal: null, amountText }
  return (
    <>
      <BundleOnlyPage
        title={texts.broadbandTitle}
        lead={texts.broadbandLead}
        numberLabel={texts.routerNumberLabel}
        texts={texts}
        help={help}
        answered={answered}
        belowNumber={
          balanceLink && (
            <p>
              <PlaceLink href={BALANCE}>{balanceLink}</PlaceLink>
            </p>
          )
        }
      />
      {dialog && search.get('balance') === 'code' && (
        <ActiveBundleLater page={PAGE} numberLabel={texts.routerNumberLabel} answered={answered} {...dialog} />
      )}
    </>
  )
}
