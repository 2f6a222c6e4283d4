import { withEncryption } from './load-encryption.ts'
import { KEPT_EVENT } from '#portal/offline/offline-addresses.ts'
import type * as sealing from './encrypt-values.ts'
import { untilReached } from '#portal/network/until-reached.ts'

/** The names of encrypted fields in forms; features/field-encryption/sealed-fields.ts has all names. */
const SEALED = '[name=msisdn],[name=email],[name=otp]'

/**
 * GEN-7: a form with values to encrypt waits for the encryption before the shell handles it; the last press counts. When the server is
 * reachable and encryption fails, the form is sent as without script, so no payment is lost.
 */
export function sealForms(): void {
  let loaded: typeof sealing | null = null
  let held: object | null = null
  let isLetThrough = false

  async function seal(form: HTMLFormElement): Promise<void> {
    await withEncryption((module) => (loaded = module).encryptForm(form)).catch(async () => {
      const reached = await untilReached()
      if (reached !== null && reached.wasAway) await seal(form)
    })
  }

  // Fetched while the first field is typed, so it is there at the press. Without typing it is not needed.
  addEventListener('input', ({ target }) => {
    if ((target as HTMLInputElement).form?.querySelector(SEALED)) withEncryption(({ prepare }) => prepare()).catch(() => {})
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
      // The button was removed meanwhile, with what it acted on.
      if (!submitter || (submitter as HTMLButtonElement).form === form) form.requestSubmit(submitter)
      isLetThrough = false
    })
  })
  // A page restored from the cache, or not left after all, sends nothing by itself. A newly loaded page keeps the pending press.
  const sendNothing = () => (held = null)
  addEventListener('pageshow', ({ persisted }) => persisted && sendNothing())
  addEventListener(KEPT_EVENT, sendNothing)
}
