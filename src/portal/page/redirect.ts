/** Where the visitor goes next. `load` throws it, `act` answers with it. */
export class Redirect {
  readonly location: string
  readonly headers: Readonly<Record<string, string>>
  /** For search engines: the address they asked for is another name of this one, for ever. */
  readonly isPermanent: boolean

  constructor(location: string, headers: Record<string, string> = {}, { isPermanent = false } = {}) {
    this.location = location
    this.headers = headers
    this.isPermanent = isPermanent
  }
}
