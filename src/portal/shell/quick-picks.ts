const AWAKE = 'x-island[data-state="awake"]'

/**
 * A usual amount is filled in at the touch: on a slow network its island takes seconds, and finds it as it finds what was typed. Afterwards
 * the island handles it.
 */
export function fillQuickPicks(): void {
  addEventListener('click', ({ target }) => {
    const pick = target instanceof Element ? target.closest<HTMLElement>('button[data-pick]') : null
    if (!pick || pick.closest(AWAKE)) return
    const picks = pick.parentElement
    const field = picks?.parentElement?.parentElement?.querySelector('input')
    if (!picks || !field) return
    for (const each of picks.children) each.setAttribute('aria-pressed', String(each === pick))
    field.value = pick.dataset.pick ?? ''
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
