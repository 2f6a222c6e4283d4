import { plainIsland } from '#plain-island'
import { showKept } from './show-kept.ts'

/** On a page rendered without the server, shows the unpaid purchase from the phone's storage. */
export default plainIsland('kept-ticket', showKept, { isEager: true })
