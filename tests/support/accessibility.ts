import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Neighbouring shops may share a spot of the map; WCAG 2.5.8 lets them, for each has a full-size button in the list beside it. */
const isOurs = (violation: string) => !/^target-size: .*leaflet-marker-icon/.test(violation)

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // No page is looked at while a gateway's frame stands over it, and what is well need not be told.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(RULES)
    .analyze()
  expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`)).filter(isOurs)).toEqual([])
}
