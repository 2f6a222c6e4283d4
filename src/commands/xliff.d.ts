declare module 'xliff' {
  /** Text, or parts where elements stand inside of it. */
  type Value = string | readonly unknown[] | object
  type Unit = { source: Value; target?: Value; note?: string; additionalAttributes?: Record<string, string> }
  type Document = { sourceLanguage: string; targetLanguage?: string; resources: Record<string, Record<string, Unit>> }
  /** Parts that are not asynchronous, each a promise. */
  export function js2xliff(document: Document): Promise<string>
  export function xliff2js(xml: string): Promise<Partial<Document>>
}
