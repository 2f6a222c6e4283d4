import { page, Redirect } from '#portal/page/page.ts'
import { hubAddress } from './hub-amount.ts'
import { loadHub, NO_PENDING } from './hub.ts'

/** HUB-2: opens the first card option, the default, at its own address. ROUTE-1: so does every other address below /payment. */
export default page(['/payment', '/payment/start', '/payment/*'], {
  async load(request): Promise<never> {
    const { purchaseId, options, exchange } = await loadHub(request)
    const first =
      options.find((option) => option.type === 'PG' && option.isAvailable) ?? options.find((option) => option.isAvailable) ?? options[0]
    throw new Redirect(
      first ? hubAddress(`/${first.route}`, purchaseId, exchange?.payIn?.currencyCode ?? exchange?.problem?.currency) : NO_PENDING,
    )
  },
  tags: () => ({ title: '' }),
  View: () => null,
})
