/** One step of a check of a provider's or the operator's test system. */
export type CheckedStep = {
  step: string
  /** `left-out`: it was not requested, or the system has nothing of the kind. `todo`: a person has to do something now. */
  outcome: 'as-documented' | 'deviates' | 'left-out' | 'todo'
  detail: string
}

/** Called as soon as a result is known: a check may wait for a person. */
export type Say = (step: CheckedStep) => void
