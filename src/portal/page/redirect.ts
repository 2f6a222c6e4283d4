/** A redirect. `load` throws it, `act` returns it. */
export class Redirect {
  readonly location: string
  readonly headers: Readonly<Record<string, string>>
  /** A permanent redirect: for search engines, the requested URL is an alias of this one. */
  readonly isPermanent: boolean

  constructor(location: string, headers: Record<string, string> = {}, { isPermanent = false } = {}) {
    this.location = location
    this.headers = headers
    this.isPermanent = isPermanent
  }
}
