// Progressive: every page works without this file. Keys, drafts, the warning before a session ends, and figures that are read again.
import { countAnswer } from '../pages/claims/claim-script.ts'
import { keepDrafts } from './script-drafts.ts'
import { showWaiting } from './script-waiting.ts'
import { startKeys } from './script-keys.ts'
import { refreshLiveParts } from './script-live.ts'
import { countTexts } from './script-texts.ts'
import { warnBeforeEnd } from './script-session.ts'

startKeys()
showWaiting()
keepDrafts()
countAnswer()
// After what was typed before is in its fields again.
countTexts()
warnBeforeEnd()
refreshLiveParts()
