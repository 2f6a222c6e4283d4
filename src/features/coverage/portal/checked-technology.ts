import { isTechnology, type Technology } from '../rules.ts'

/** COV-1: the technology checked in the search form. */
export function checkedTechnology(): Technology | null {
  const value = document.querySelector<HTMLInputElement>('input[name=tech]:checked')?.value ?? null
  return isTechnology(value) ? value : null
}
