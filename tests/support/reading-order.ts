import { expect, type Page } from '@playwright/test'

/** Lines of one row of a layout do not begin at the same pixel. */
const SAME_LINE_PIXELS = 24

type Step = { words: string; top: number; left: number; bottom: number; right: number }

/** Tab stops and landmarks of screen readers in the content of a page, in document order. */
async function stepsOf(page: Page): Promise<Step[]> {
  return page.evaluate(() => {
    const stops = 'h1, h2, h3, a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]'
    return (
      [...document.querySelectorAll<HTMLElement>(`main :is(${stops})`)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        // A dialog covers the page and is read by itself; hidden elements have no place in the order.
        .filter((element) => element.closest('dialog, [aria-hidden=true]') === null)
        .map((element) => {
          const { top, left, bottom, right } = element.getBoundingClientRect()
          const words = `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}`
          return { words, top: top + scrollY, left, bottom: bottom + scrollY, right }
        })
        .filter(({ right, left, bottom, top }) => right - left > 1 && bottom - top > 1)
    )
  })
}

/** An element entirely above the previous one, in the same column: screen readers read it later than it is seen. */
function jumpsBack(steps: readonly Step[]): string[] {
  return steps.flatMap((step, place) => {
    const before = steps[place - 1]
    if (!before) return []
    const isBeside = step.left >= before.right || step.right <= before.left
    return step.bottom < before.top - SAME_LINE_PIXELS && !isBeside ? [`${before.words} → ${step.words}`] : []
  })
}

/** Headings do not leave a level out on their way down. */
async function leftOutLevels(page: Page): Promise<string[]> {
  const levels = await page
    .locator('h1:visible, h2:visible, h3:visible, h4:visible')
    .evaluateAll((all) => all.map((heading) => ({ level: Number(heading.tagName.slice(1)), words: heading.textContent })))
  return levels.flatMap(({ level, words }, place) => (level > (levels[place - 1]?.level ?? 0) + 1 ? [words] : []))
}

/** Expects the document order to match the visual order. */
export async function expectReadInOrder(page: Page): Promise<void> {
  const landmarks = await page.locator('body :is(header, main, footer):visible').evaluateAll((all) => all.map(({ tagName }) => tagName))
  expect.soft(landmarks.filter((name) => name === 'MAIN')).toHaveLength(1)
  expect.soft(landmarks.indexOf('MAIN')).toBeLessThan(landmarks.lastIndexOf('FOOTER'))
  const steps = await stepsOf(page)
  expect.soft(steps.length).toBeGreaterThan(0)
  expect.soft(jumpsBack(steps)).toEqual([])
  expect.soft(await page.locator('[tabindex]:not([tabindex="0"], [tabindex="-1"])').count()).toBe(0)
  expect.soft(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect.soft(await leftOutLevels(page)).toEqual([])
}
