import { writeFileSync } from 'node:fs'
import { USSD_PAGE, ussdPage } from '../tests/support/ussd-page.ts'

writeFileSync(USSD_PAGE, await ussdPage())
