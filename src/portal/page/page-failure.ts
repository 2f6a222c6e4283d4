/** A page that cannot be shown, with the sentence for the visitor. A response, so that the client router understands it where it still drives pages. */
export class PageFailure extends Response {
  readonly message: string

  constructor(status: number, message: string) {
    super(message, { status })
    this.message = message
  }
}
