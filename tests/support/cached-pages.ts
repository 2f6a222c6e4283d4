import { expect, type Page } from '@playwright/test'
import { untilWorker } from './until-worker.ts'

/** Opens these pages with the worker until it has cached them. */
export async function openUntilCached(page: Page, paths: readonly string[], portal = ''): Promise<void> {
  await page.goto(`${portal}/about`)
  await untilWorker(page)
  for (const path of paths) await page.goto(`${portal}${path}`)
  await expect.poll(() => cachedPaths(page)).toEqual(expect.arrayContaining([...paths]))
}

export const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('kept-pages')
    return (await cache.keys()).map(({ url }) => new URL(url).pathname)
  })
