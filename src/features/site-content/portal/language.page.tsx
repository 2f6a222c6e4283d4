import { DEFAULT_LANGUAGE, isLanguage } from '#shared/language.ts'
import { maskAddress } from '#shared/mask-address.ts'
import { pathInsidePortal } from '#shared/safe-addresses.ts'
import { formText } from '#portal/page/form-text.ts'
import { page, Redirect } from '#portal/page/page.ts'

const ONE_YEAR_SECONDS = 31_536_000

/** STATE-3: remembers the language and comes back to where the visitor was. */
export default page('/language', {
  /** Opened by hand there is nothing to see here. */
  load() {
    throw new Redirect('/')
  },
  /** The choice is not personal data, so a plain cookie holds it. */
  async action(_request, form) {
    const wanted = formText(form, 'language')
    const language = isLanguage(wanted) ? wanted : DEFAULT_LANGUAGE
    const cookie = `lang=${language}; Path=/; SameSite=Lax; Max-Age=${ONE_YEAR_SECONDS}`
    return new Redirect(maskAddress(pathInsidePortal(formText(form, 'to'))), { 'set-cookie': cookie })
  },
  tags: () => ({ title: '' }),
  View: () => null,
})
