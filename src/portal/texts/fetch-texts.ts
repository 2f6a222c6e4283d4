import { COUNTRY } from '#shared/operator.ts'
import { readActivePackage } from '#features/site-content/contract.ts'
import { contentPrefix, type Language } from '#shared/language.ts'
import { apiClient } from '../network/api-client.ts'
import { untilDone, untilLoaded } from '../network/until-reached.ts'

/** A content package, by its name alone: the list of all packages would otherwise travel to every page. */
export async function fetchTexts<Texts>(language: Language, name: string): Promise<Texts> {
  return untilDone(async () => {
    const answer = await apiClient(language, { readActivePackage }).readActivePackage({
      opco: COUNTRY.code,
      pageUrl: `${contentPrefix(language)}/${name}`,
    })
    if (answer?.status !== 'success') throw new Error(`no ${name}`)
    return JSON.parse(answer.result.packageHtml) as Texts
  })
}

/**
 * Loads a rarely opened part of a page and its texts on demand, once, and again after a failure.
 */
export function partWithTexts<Part, Texts>(load: () => Promise<Part>, name: string): (language: Language) => Promise<[Part, Texts]> {
  let fetched: Promise<[Part, Texts]> | undefined
  return (language) => {
    fetched ??= Promise.all([untilLoaded(load), fetchTexts<Texts>(language, name)]).catch((error: unknown) => {
      fetched = undefined
      throw error
    })
    return fetched
  }
}
