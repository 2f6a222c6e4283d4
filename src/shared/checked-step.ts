/** One step of a walk through the test system of a provider or the operator. */
export type CheckedStep = {
  step: string
  /** `left-out`: it was not asked for, or the system has nothing of the kind. `todo`: somebody has to do something now. */
  outcome: 'as-documented' | 'deviates' | 'left-out' | 'todo'
  told: string
}

/** Told as soon as it is known: a walk may wait for a person. */
export type Say = (step: CheckedStep) => void
