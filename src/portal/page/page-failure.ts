/** A page that cannot be shown, with the sentence for the visitor. */
export class PageFailure extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
