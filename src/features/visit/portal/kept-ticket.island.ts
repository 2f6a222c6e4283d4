import { plainIsland } from '#plain-island'
import { showKept } from './show-kept.ts'

/** A page that could not ask the server shows what was chosen and not yet paid from what the phone keeps for the visit. */
export default plainIsland('kept-ticket', showKept, { isEager: true })
