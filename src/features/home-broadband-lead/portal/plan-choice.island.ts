import { plainIsland } from '#plain-island'
import { DEFAULT_LANGUAGE, isLanguage } from '#shared/language.ts'
import { apiClient } from '#portal/network/api-client.ts'

/**
 * LEAD-1: another plan is a matter of looking: the page holds the cost of each. The choice is kept, so that a refresh or another language
 * finds it again; where that fails nothing is lost, for the form sends it too.
 */
function wake(element: HTMLElement): void {
  const { lang } = document.documentElement
  const api = apiClient(isLanguage(lang) ? lang : DEFAULT_LANGUAGE)
  const cost = element.querySelector<HTMLElement>('[data-chosen-plan]')
  const redirectUrl = element.querySelector<HTMLInputElement>('input[name=redirectUrl]')?.value ?? ''
  /** One after the other: the last choice is the one that stays. */
  let keeping: Promise<unknown> = Promise.resolve()

  function showChosen(): void {
    const productCode = element.querySelector<HTMLInputElement>('input[name=productCode]:checked')?.value
    if (!cost || productCode === undefined || productCode === cost.dataset.chosenPlan) return
    cost.dataset.chosenPlan = productCode
    const template = [...element.querySelectorAll<HTMLTemplateElement>('template')].find(({ dataset }) => dataset.plan === productCode)
    if (template) cost.replaceChildren(template.content.cloneNode(true))
    keeping = keeping.then(() => api.chooseLeadPlan({ productCode, redirectUrl }))
  }

  element.addEventListener('change', showChosen)
  // What was ticked before script was there, or is ticked again when the visitor comes back.
  showChosen()
}

export default plainIsland('plan-choice', wake)
