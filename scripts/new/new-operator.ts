import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Skeleton } from './skeleton.ts'
import type { NameWords } from './words-of-name.ts'

/** The smallest of the operators that ship. */
const MODEL = join(import.meta.dirname, '../../operators/ke-savanna')

/** OPR-1. A folder that starts at once; everything that it copies is of the fictional model until it is replaced. */
export function newOperator({ kebab }: NameWords): Skeleton {
  const [, country, slug] = /^([a-z]{2})-([a-z0-9]+)$/.exec(kebab) ?? []
  if (!country || !slug) throw new Error(`an operator is named by its country and itself, as ke-savanna is, not "${kebab}"`)
  const folder = `operators/${kebab}`
  const name = slug.charAt(0).toUpperCase() + slug.slice(1)
  const texts = {
    'operator.json': changed('operator.json', {
      name: `${name} Mobile`,
      shortName: name,
      slug,
      wallet: `${name} Money`,
      smsPrefix: name.slice(0, 11),
      company: `${name} Mobile Ltd`,
      isDemonstration: true,
    }),
    'country.json': changed('country.json', { code: country.toUpperCase() }),
  }
  const copied = globSync('**/*.*', { cwd: MODEL }).filter((path) => !Object.hasOwn(texts, path))
  return {
    made: Object.fromEntries(Object.entries(texts).map(([path, text]) => [`${folder}/${path}`, text])),
    copied: Object.fromEntries(copied.map((path) => [`${folder}/${path}`, join(MODEL, path)])),
    changed: {},
    scripts: [],
    next: [
      'operator.json: names, care number, WhatsApp; isDemonstration stays true until the operator exists',
      'country.json, money.json, languages.json: both country codes, numbers, time zone, currencies, languages (decisions 0084, 0085, 0088)',
      'law.json: retention, clocks of claims and refunds, consent version, lines of receipts (decision 0092)',
      'payments.json: the connectors that customers may pay by, in the order of the hub (decision 0089)',
      'systems.json, where the TM Forum systems deviate (docs/protocols/tmforum.md)',
      'places.json, map/, shops.csv, sites.csv: towns, borders, shops and sites (decision 0087)',
      'look/: colours, logo, landscape and icons (decision 0086)',
      'content/<language>/<package>.json: only what differs from content/; help.json: in place of content/data/faqs.json',
      `npm run operator -- check ${kebab}, then GUICHET_OPERATOR=${kebab} npm start`,
    ],
  }
}

function changed(file: string, fields: object): string {
  return JSON.stringify({ ...Object(JSON.parse(readFileSync(join(MODEL, file), 'utf8'))), ...fields })
}
