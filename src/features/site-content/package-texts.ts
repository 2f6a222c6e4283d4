/** What programs read, compare or send on: fields of page packages that no translator sees. */
const OF_PROGRAMS = new Set(
  'icon href heading_image consentVersion name type pattern countryCode state siteName options cityName payStackConfig customerCareNumber pinResetDial popularBundles paymentMethodOrder home services'.split(
    ' ',
  ),
)

type Path = readonly string[]

/** The texts of a package by their place: `pages._2f_about.title`, as XLIFF allows in an id. */
export function textsOf(body: unknown): Map<string, string> {
  const texts = new Map<string, string>()
  change(body, (text, path) => {
    texts.set(idOf(path), text)
    return text
  })
  return texts
}

/** The package with other texts in these places. */
export function withTexts(body: unknown, texts: ReadonlyMap<string, string>): unknown {
  return change(body, (text, path) => texts.get(idOf(path)) ?? text)
}

/** A package of names and texts; any other is that of a page, which an operator replaces as a whole. */
export function isFlat(body: unknown): boolean {
  return Object.values(Object(body)).every((value) => typeof value === 'string')
}

type Change = (text: string, path: Path) => string

/** Texts of a flat package are texts, whatever their name. */
function change(body: unknown, to: Change): unknown {
  const isProgramField = isFlat(body) ? () => false : (path: Path) => OF_PROGRAMS.has(path.findLast((key) => !/^\d+$/.test(key)) ?? '')
  const walk = (value: unknown, path: Path): unknown => {
    if (typeof value === 'string') return isProgramField(path) ? value : to(value, path)
    if (Array.isArray(value)) return value.map((each, place) => walk(each, [...path, String(place)]))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, [...path, key])]))
  }
  return walk(body, [])
}

function idOf(path: Path): string {
  return path.map((key) => key.replace(/[^A-Za-z0-9_-]/g, (letter) => `_${letter.codePointAt(0)?.toString(16)}_`)).join('.')
}
