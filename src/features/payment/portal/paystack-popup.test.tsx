import { expect, test } from 'vitest'
import { openPopup } from './paystack-popup.ts'

const PAY_PAGE = 'https://checkout.gateway.test/abc'

/** A message event from a window, as the browser delivers it. */
function say(event: string, { origin, source }: { origin: string; source: Window | null }): void {
  window.dispatchEvent(new MessageEvent('message', { data: { event }, origin, source }))
}

test('abuse 54 only messages from the gateway’s own frame are accepted: no other window, no other origin', async () => {
  let ended: string | null = null
  void openPopup({ accessCode: 'a', payPage: PAY_PAGE }, 'Paying').then((how) => (ended = how))
  const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Paying"]')
  const source = frame?.contentWindow ?? null
  expect(source).not.toBeNull()
  say('success', { origin: 'https://evil.test', source })
  say('success', { origin: 'https://checkout.gateway.test', source: window })
  say('cancel', { origin: location.origin, source: window })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(ended).toBeNull()
  say('success', { origin: 'https://checkout.gateway.test', source })
  await expect.poll(() => ended).toBe('paid')
  expect(document.querySelector('iframe[title="Paying"]')).toBeNull()
})
