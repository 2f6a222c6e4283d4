import { countPages } from '#features/analytics/portal/count-pages.ts'
import { guardForms } from './guard-forms.ts'
import { switchLanguage } from './language-switch.ts'
import { leadBack } from './lead-back.ts'
import { loadOfflineScript } from './load-offline-script.ts'
import { mirrorSession } from '#features/visit/portal/mirror-session.ts'
import { showChosenTabs } from './show-chosen-tabs.ts'
import { showLoading } from './show-loading.ts'
import { showToasts } from './show-toasts.ts'
import { wakeIslands } from './wake-islands.ts'
import { watchNetwork } from './watch-network.ts'

/** What every page has of script: no framework, and nothing that a page needs to work. */
switchLanguage()
watchNetwork()
guardForms()
wakeIslands()
leadBack()
showChosenTabs()
showLoading()
showToasts()
mirrorSession()
countPages()
loadOfflineScript()
// For whoever needs to know that script is there.
document.documentElement.dataset.shell = 'on'
