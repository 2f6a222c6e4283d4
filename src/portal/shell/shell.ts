import { countPages } from '#features/analytics/portal/count-pages.ts'
import { guardForms } from './guard-forms.ts'
import { switchLanguage } from './language-switch.ts'
import { leadBack } from './lead-back.ts'
import { leaveErased } from './leave-erased.ts'
import { loadOfflineScript } from './load-offline-script.ts'
import { mirrorSession } from '#features/visit/portal/mirror-session.ts'
import { showChosenTabs } from './show-chosen-tabs.ts'
import { showLoading } from './show-loading.ts'
import { showToasts } from './show-toasts.ts'
import { hydrateIslands } from './hydrate-islands.ts'
import { watchNetwork } from './watch-network.ts'

/** The script of every page: no framework, and nothing that a page needs to work. */
switchLanguage()
watchNetwork()
guardForms()
hydrateIslands()
leadBack()
leaveErased()
showChosenTabs()
showLoading()
showToasts()
mirrorSession()
countPages()
loadOfflineScript()
// Marks that the shell runs; tests wait for it.
document.documentElement.dataset.shell = 'on'
