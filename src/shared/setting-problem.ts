/** Wrong settings, each in one sentence that begins with its name. */
export class SettingProblem extends Error {
  readonly problems: readonly string[]

  constructor(...problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
