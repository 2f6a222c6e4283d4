import { redirect } from 'react-router'
import type { Route } from './+types/hub-start.page.ts'
import { hubAddress } from './hub-amount.ts'
import { loadHub, NO_PENDING } from './hub.ts'

/** HUB-2: the first card option is chosen by default and its own address opened. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { purchaseId, options, exchange } = await loadHub(context, request)
  const first =
    options.find((option) => option.type === 'PG' && option.isAvailable) ?? options.find((option) => option.isAvailable) ?? options[0]
  return redirect(
    first ? hubAddress(`/${first.route}`, purchaseId, exchange?.payIn?.currencyCode ?? exchange?.problem?.currency) : NO_PENDING,
  )
}
