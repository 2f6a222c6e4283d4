import { expect, test } from '../support/journey.ts'
import { chooseAirtime, creditsTo, payByCard } from '../support/buying-steps.ts'

/** Visitors may type another host name: it works like localhost without a setting. */
test.describe('at 127.0.0.1', () => {
  test.use({ baseURL: async ({ portal }, provide) => provide(portal.replace('localhost', '127.0.0.1')) })

  for (const [position, gateway] of ['DPO Pay', 'Paystack', 'UBA'].entries()) {
    test(`CARD-2 airtime is paid by card through ${gateway} at 127.0.0.1, and the gateway leads back there, to the visit`, async ({
      page,
      request,
      portal,
    }) => {
      const here = portal.replace('localhost', '127.0.0.1')
      const msisdn = `9118840${position}`
      await chooseAirtime(page, { msisdn, amount: 1000 })
      // The frame of a gateway sends messages to PUBLIC_URL only: here its page uses the whole window.
      await payByCard(page, { gateway, card: 'pays', isScripted: false })
      expect(page.url().startsWith(`${here}/payment/status`)).toBe(true)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi', { timeout: 20_000 })
      // Only the visit that paid sees the whole number.
      await expect(page.getByText(`91 18 84 0${position}`).first()).toBeVisible()
      expect(await creditsTo(request, msisdn)).toEqual([1000])
    })
  }
})
