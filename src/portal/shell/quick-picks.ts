/**
 * A usual amount is filled in at the touch: on a slow network its island takes seconds, and finds it as it finds what was typed. Afterwards
 * the island handles it.
 */
export function fillQuickPicks(): void {
  addEventListener('click', ({ target }) => {
    const pick = target instanceof Element ? target.closest<HTMLElement>('[data-pick]') : null
    const field = pick?.parentElement?.parentElement?.parentElement?.querySelector('input')
    if (!field || pick?.closest('[data-state=awake]')) return
    for (const each of pick?.parentElement?.children ?? []) each.ariaPressed = String(each === pick)
    field.value = pick?.dataset.pick ?? ''
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
