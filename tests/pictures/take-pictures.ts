import type { Page } from '@playwright/test'
import { pictureFile, PICTURE_LANGUAGES, PICTURE_SCHEMES, PICTURE_WIDTHS } from '../../scripts/contact-sheet.ts'
import { scripted } from '../support/journey.ts'

const HEIGHTS = { 360: 740, 1440: 900 } as const

/** One page or state in both languages, schemes and widths. `open` leads there in the language that is set; without it the page is loaded anew. */
export async function takePictures(page: Page, name: string, open?: (language: 'fr' | 'en') => Promise<void>): Promise<void> {
  const here = page.url()
  for (const language of PICTURE_LANGUAGES) {
    await page.context().addCookies([{ name: 'lang', value: language, url: process.env.PORTAL_URL ?? here }])
    if (open) await open(language)
    else await page.goto(here)
    await scripted(page)
    for (const colorScheme of PICTURE_SCHEMES)
      for (const width of PICTURE_WIDTHS) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: HEIGHTS[width] })
        const path = pictureFile({ name, language, colorScheme, width })
        await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 70, animations: 'disabled' })
      }
  }
  // Steps that follow read French, on a phone.
  await page.context().addCookies([{ name: 'lang', value: 'fr', url: process.env.PORTAL_URL ?? here }])
  await page.setViewportSize({ width: 360, height: HEIGHTS[360] })
}
