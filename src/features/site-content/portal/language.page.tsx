import { redirect } from 'react-router'
import { DEFAULT_LANGUAGE, isLanguage } from '#shared/language.ts'
import { formText } from '#portal/form-text.ts'
import { maskAddress } from '#shared/mask-address.ts'
import { pathInsidePortal } from '#shared/safe-addresses.ts'
import type { Route } from './+types/language.page.ts'

const ONE_YEAR_SECONDS = 31_536_000

/** STATE-3: remembers the language and comes back to where the visitor was. The choice says nothing about anybody, so a plain cookie holds it. */
export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData()
  const wanted = formText(form, 'language')
  const language = isLanguage(wanted) ? wanted : DEFAULT_LANGUAGE
  return redirect(maskAddress(pathInsidePortal(formText(form, 'to'))), {
    headers: { 'set-cookie': `lang=${language}; Path=/; SameSite=Lax; Max-Age=${ONE_YEAR_SECONDS}` },
  })
}

/** Opened by hand there is nothing to see here. */
export function loader() {
  return redirect('/')
}
