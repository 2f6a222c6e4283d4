import { plainIsland } from '#plain-island'
import { readFrame } from '#portal/islands/read-frame.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { chooseLeadPlan } from '../contract.ts'

/**
 * LEAD-1: selecting a plan needs no call, because the page contains the cost of each. The choice is also stored, so that a reload or
 * another language shows it. A failure is harmless: the form sends the choice too.
 */
function hydrate(element: HTMLElement): void {
  const api = apiClient(readFrame().language, { chooseLeadPlan })
  const cost = element.querySelector<HTMLElement>('[data-chosen-plan]')
  const redirectUrl = element.querySelector<HTMLInputElement>('input[name=redirectUrl]')?.value ?? ''
  /** In sequence, so that the last choice is the stored one. */
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
  // A choice made before script loaded, or restored by going back.
  showChosen()
}

export default plainIsland('plan-choice', hydrate)
