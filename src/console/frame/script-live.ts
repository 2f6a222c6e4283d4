const EVERY_MS = 20_000

type Policy = { createHTML(text: string): string }
type PolicyFactory = { createPolicy(name: string, rules: Policy): Policy }

/** Parts marked as live are fetched again with their page, unless the reader is inside of them. A failure leaves what is shown. */
export function refreshLiveParts(): void {
  if (!document.querySelector('[data-live]')) return
  const { trustedTypes }: { trustedTypes?: PolicyFactory } = Object(window)
  // The text comes from this console's own page, and is only read as a document: scripts in it do not run.
  const policy = trustedTypes?.createPolicy('console', { createHTML: (text) => text }) ?? { createHTML: (text: string) => text }
  setInterval(() => {
    if (document.visibilityState === 'visible') void refresh(policy).catch(() => {})
  }, EVERY_MS)
}

async function refresh(policy: Policy): Promise<void> {
  const answer = await fetch(location.href, { headers: { 'x-console-background': 'yes' }, redirect: 'manual' })
  if (!answer.ok) return
  const fresh = new DOMParser().parseFromString(policy.createHTML(await answer.text()), 'text/html')
  for (const part of document.querySelectorAll('[data-live]')) {
    const newer = part.id === '' ? null : fresh.getElementById(part.id)
    if (newer && !part.contains(document.activeElement)) part.replaceChildren(...newer.childNodes)
  }
}
