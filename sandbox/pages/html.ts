/** Text that is already HTML. Everything else is escaped when it enters a template. */
export type Markup = { readonly markup: string }
export type Part = Markup | string | number | false | null | undefined | readonly Part[]

/** html`<p>${text}</p>`: what is put in is escaped, unless it came from another html template. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return { markup: strings.map((text, index) => text + markupOf(parts[index])).join('') }
}

/** For files of ours (style, script) that go into a page as they are. */
export function trusted(markup: string): Markup {
  return { markup }
}

function markupOf(part: Part): string {
  if (part === false || part === null || part === undefined) return ''
  if (typeof part === 'string') return escapeText(part)
  if (typeof part === 'number') return String(part)
  if ('markup' in part) return part.markup
  return part.map(markupOf).join('')
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
