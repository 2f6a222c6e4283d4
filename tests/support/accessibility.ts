import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect } from './journey.ts'

/** Half as long as the one that can be read; a page that is not the first of its tab finds it compiled. */
const CHECKER = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // What is well need not be told.
  resultTypes: ['violations'],
}

type Checked = Window & { axe: { run(options: RunOptions): Promise<AxeResults> } }

/** Neighbouring shops may share a spot of the map; WCAG 2.5.8 lets them, for each has a full-size button in the list beside it. */
const isOurs = (violation: string) => !/^target-size: .*leaflet-marker-icon/.test(violation)

/** No page is looked at while a gateway's frame stands over it: the document itself is all there is. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(CHECKER)
  await page.evaluate(async () => {
    // Colours on their way are nobody's colours; what turns for ever, such as the ring of a wait, is not waited for.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  const violations = await page.evaluate(async (options) => {
    const results = await (window as unknown as Checked).axe.run(options)
    return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }, OPTIONS)
  expect(violations.filter(isOurs)).toEqual([])
}
