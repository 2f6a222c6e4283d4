const EVERY_MS = 20_000

type Policy = { createHTML(text: string): string }
type PolicyFactory = { createPolicy(name: string, rules: Policy): Policy }

/** Parts marked as live are fetched again with their page, unless the reader is inside of them. A failure leaves what is shown. */
export function refreshLiveParts(): void {
  if (!document.querySelector('[data-live]')) return
  const { trustedTypes }: { trustedTypes?: PolicyFactory } = Object(window)
  // The text comes from this console's own page, and is only read as a document: scripts in it do not run.
  const policy = trustedTypes?.createPolicy('console', { createHTML: (text) => text }) ?? { createHTML: (text: string) => text }
  let readAt = performance.now()
  setInterval(() => {
    if (document.visibilityState !== 'visible') return
    refresh(policy).then(
      () => {
        readAt = performance.now()
        showAge(null)
      },
      () => showAge(performance.now() - readAt),
    )
  }, EVERY_MS)
}

/** Old figures stay, and say how old they are; never a zero for what was not read. */
function showAge(milliseconds: number | null): void {
  const shown = document.querySelector('[data-age]')
  if (milliseconds === null) return shown?.remove()
  const note = shown ?? document.createElement('p')
  note.className = 'note warn floating'
  note.setAttribute('data-age', '')
  note.setAttribute('role', 'status')
  note.textContent = (document.body.dataset['oldFigures'] ?? '').replace('{age}', `${Math.max(1, Math.round(milliseconds / 60_000))} min`)
  if (!shown) document.body.append(note)
}

async function refresh(policy: Policy): Promise<void> {
  const answer = await fetch(location.href, { headers: { 'x-console-background': 'yes' }, redirect: 'manual' })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  const fresh = new DOMParser().parseFromString(policy.createHTML(await answer.text()), 'text/html')
  for (const part of document.querySelectorAll('[data-live]')) {
    const newer = part.id === '' ? null : fresh.getElementById(part.id)
    if (newer && !part.contains(document.activeElement)) part.replaceChildren(...newer.childNodes)
  }
}
