import { plainIsland } from '#plain-island'
import { formatMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { guardNumber } from '#portal/ui/fields/guard-number.ts'
import { regroup } from '#portal/ui/fields/group-digits.ts'

const GROUPING = { digitsOf: nationalDigits, show: formatMobileNumber }

/** NUM-1, NUM-2 without React: the number is shown in pairs while it is typed. */
function wake(element: HTMLElement): void {
  guardNumber(element)
  element.addEventListener('input', (event) => {
    const { target } = event
    if (target instanceof HTMLInputElement && target.name === 'msisdn')
      regroup(target, GROUPING, event instanceof InputEvent ? event.inputType : undefined)
  })
}

export default plainIsland('number-groups', wake)
