import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect } from './journey.ts'

/** Minified to half its size; later pages of a tab find it compiled. */
const CHECKER = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Passed checks are not reported.
  resultTypes: ['violations'],
}

type Checked = Window & { axe: { run(options: RunOptions): Promise<AxeResults> } }

/** Neighbouring shops may share a spot of the map; WCAG 2.5.8 lets them, for each has a full-size button in the list beside it. */
const isOurs = (violation: string) => !/^target-size: .*leaflet-marker-icon/.test(violation)

/** Pages are not checked below a gateway's frame: only the document itself. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(CHECKER)
  await page.evaluate(async () => {
    // Colours during a transition are not final; endless animations, such as a spinner, are not awaited.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  const violations = await page.evaluate(async (options) => {
    const results = await (window as unknown as Checked).axe.run(options)
    return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }, OPTIONS)
  expect(violations.filter(isOurs)).toEqual([])
}
