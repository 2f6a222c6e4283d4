import { withSealing } from './load-sealing.ts'
import { KEPT_EVENT } from '#portal/offline/offline-addresses.ts'
import type * as sealing from './seal-values.ts'
import { untilReached } from '#portal/network/until-reached.ts'

/** What forms call that which is sealed; features/sealing/sealed-fields.ts knows all its names. */
const SEALED = '[name=msisdn],[name=email],[name=otp]'

/**
 * GEN-7: a form with something to seal waits for its seals, before the shell looks at it: the last press is the one that counts. Where the
 * server is there and a seal is not to be had, it goes as without script: a payment is not lost for it.
 */
export function sealForms(): void {
  let loaded: typeof sealing | null = null
  let held: object | null = null
  let isLetThrough = false

  async function seal(form: HTMLFormElement): Promise<void> {
    await withSealing((module) => (loaded = module).sealForm(form)).catch(async () => {
      const reached = await untilReached()
      if (reached !== null && reached.wasAway) await seal(form)
    })
  }

  // Fetched while the first field is typed, so that a press finds it. Whoever types nothing needs nothing.
  addEventListener('input', ({ target }) => {
    if ((target as HTMLInputElement).form?.querySelector(SEALED)) withSealing(({ prepare }) => prepare()).catch(() => {})
  })
  addEventListener('submit', (event) => {
    const { target, submitter } = event
    const form = target as HTMLFormElement
    if (event.defaultPrevented || isLetThrough || form.method !== 'post' || !form.querySelector(SEALED)) return
    if (loaded !== null && loaded.hasSeals(form)) return
    event.preventDefault()
    const press = (held = {})
    void seal(form).then(() => {
      if (held !== press) return
      isLetThrough = true
      // A button that is gone by now stood for something that is no longer there.
      if (!submitter || (submitter as HTMLButtonElement).form === form) form.requestSubmit(submitter)
      isLetThrough = false
    })
  })
  // A page that comes back from the cache, or was not left after all, sends nothing by itself. One that has just come keeps what was pressed.
  const sendNothing = () => (held = null)
  addEventListener('pageshow', ({ persisted }) => persisted && sendNothing())
  addEventListener(KEPT_EVENT, sendNothing)
}
