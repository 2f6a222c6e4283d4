import { test } from '../support/journey.ts'
import { PAGES } from '../support/pages-under-test.ts'
import { takePictures } from './take-pictures.ts'

const OTHERS = [
  '/?notice=no-pending-payment',
  '/data-bundle?msisdn=90000001',
  // A line of another kind, and an unassigned number.
  '/prepaid-recharge?msisdn=90000003',
  '/prepaid-recharge?msisdn=70000000',
]

for (const path of [...PAGES.map((page) => page.path), ...OTHERS])
  test(`picture of ${path}`, async ({ page }) => {
    const name = `page-${path.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'home'}`
    await takePictures(page, name, async () => {
      await page.goto(path)
    })
  })
