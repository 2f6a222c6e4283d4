/** Where the visitor goes next. `load` throws it, `act` answers with it. */
export class Redirect {
  readonly location: string
  readonly headers: Readonly<Record<string, string>>

  constructor(location: string, headers: Record<string, string> = {}) {
    this.location = location
    this.headers = headers
  }
}
