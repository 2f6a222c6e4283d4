declare module 'sax' {
  type Tag = { name: string; attributes: Record<string, string> }
  export type SAXParser = {
    onopentag: (tag: Tag) => void
    onclosetag: (name: string) => void
    ontext: (text: string) => void
    oncdata: (text: string) => void
    ondoctype: (text: string) => void
    onerror: (error: Error) => void
    write(text: string): SAXParser
    close(): SAXParser
  }
  const sax: { parser(isStrict: boolean, options?: { position?: boolean }): SAXParser }
  export default sax
}
