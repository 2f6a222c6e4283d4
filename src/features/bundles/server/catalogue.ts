import type { Clock } from '#server/clock.ts'
import { keptFresh } from '#shared/kept-fresh.ts'
import type { Language } from '#shared/language.ts'
import { Problem } from '#shared/problem.ts'
import type { Bundle } from '../contract.ts'
import { WITHOUT_END } from '../rules.ts'
import type { Benefit, OperatorBundle, OperatorCatalogue } from './operator-catalogue.ts'

export type LineKind = OperatorBundle['lineTypes'][number]

/** The operator's catalogue as the portal sells it. */
export type Catalogue = {
  list(wanted: {
    lineType: LineKind | null
    serviceType: string | null
    language: Language
  }): Promise<{ bundles: Bundle[]; isStale: boolean }>
  /** The bundle behind a product code, for whoever needs its price: from the catalogue, never from a caller. */
  find(productCode: string): Promise<OperatorBundle | null>
  /** GEN-10: the name of a bundle in a language, from the copy at hand: nobody waits for the operator to read a name. */
  knownName(productCode: string, language: Language): string | null
}

const FRESH_MS = 60_000
/** After a failed read the operator is left alone for a moment. */
const RETRY_MS = 5_000

/** The lists made from it are kept with it: they are the same for everybody. */
type Copy = { bundles: OperatorBundle[]; lists: Map<string, Bundle[]>; isStale: boolean }

export function openCatalogue({ operator, clock, sellsPostpaidBundles, readPopular }: CatalogueOptions): Catalogue {
  let copy: Copy | null = null

  async function read(): Promise<void> {
    let answer: Awaited<ReturnType<OperatorCatalogue['readBundles']>> | null = null
    try {
      answer = await operator.readBundles()
    } finally {
      if (answer?.isGood) copy = { bundles: answer.value, lists: new Map(), isStale: false }
      else if (copy) copy = { ...copy, isStale: true }
    }
  }

  const refreshWhenDue = keptFresh({
    now: () => clock.now(),
    freshForMs: () => (copy && !copy.isStale ? FRESH_MS : RETRY_MS),
    refresh: read,
  })

  /** TAB-1: a kind of line that can buy it here; '' where none can. */
  const soldTo = (bundle: OperatorBundle) => bundle.lineTypes.find((type) => isSoldTo(bundle, type, sellsPostpaidBundles)) ?? ''

  async function current(): Promise<Copy> {
    const renewed = refreshWhenDue()
    // A copy at hand is shown at once while it is being renewed; only the very first visitor waits, and is told what went wrong.
    if (!copy || copy.isStale) await renewed
    else renewed.catch(() => {})
    if (!copy) throw new Problem('operator-unavailable')
    return copy
  }

  return {
    async list({ lineType, serviceType, language }) {
      const { bundles, lists, isStale } = await current()
      const isWanted = (bundle: OperatorBundle) =>
        bundle.serviceType === serviceType && (lineType === null || isOfferedTo(bundle, lineType, sellsPostpaidBundles))
      // An unknown service sells nothing: its name, which anybody may invent, is not worth keeping.
      const key = `${lineType} ${serviceType} ${language}`
      const known = lists.get(key)
      if (known) return { bundles: known, isStale }
      const popular = await readPopular()
      const list = bundles
        .filter(isWanted)
        .map((bundle) =>
          toContract(bundle, { lineType: lineType ?? soldTo(bundle), language, isPopular: popular.includes(bundle.productCode) }),
        )
      if (list.length > 0) lists.set(key, list)
      return { bundles: list, isStale }
    },
    async find(productCode) {
      return (await current()).bundles.find((bundle) => bundle.productCode === productCode) ?? null
    },
    knownName(productCode, language) {
      refreshWhenDue().catch(() => {})
      const known = copy?.bundles.find((bundle) => bundle.productCode === productCode)
      return known ? wordsOf(known, language).name : null
    },
  }
}

export type CatalogueOptions = {
  operator: OperatorCatalogue
  clock: Clock
  sellsPostpaidBundles: boolean
  /** The product codes that the operator's content names as popular. */
  readPopular: () => Promise<readonly string[]>
}

/** DATA-1: postpaid lines buy bundles only where the country's flag is on. */
export function isSoldTo(bundle: OperatorBundle, lineType: LineKind, sellsPostpaidBundles: boolean): boolean {
  if ((lineType === 'POSTPAID' || lineType === 'HYBRID') && !sellsPostpaidBundles) return false
  return bundle.lineTypes.includes(lineType)
}

/** LEAD-1: an offer for one purpose that names no line type is asked for, not ordered: whoever asks may see it. */
function isOfferedTo(bundle: OperatorBundle, lineType: LineKind, sellsPostpaidBundles: boolean): boolean {
  return (bundle.serviceType !== null && bundle.lineTypes.length === 0) || isSoldTo(bundle, lineType, sellsPostpaidBundles)
}

/** Its name and description in the visitor's language, or in the operator's where there is no other. */
export function wordsOf(bundle: OperatorBundle, language: Language): { name: string; description: string } {
  const { name, description } = (language === 'en' && bundle.english) || bundle
  return { name, description }
}

type Asked = { lineType: LineKind | ''; language: Language; isPopular: boolean }

function toContract(bundle: OperatorBundle, { lineType, language, isPopular }: Asked): Bundle {
  const data = benefitOf(bundle.data)
  const voice = benefitOf(bundle.voice)
  return {
    category: bundle.category,
    ...wordsOf(bundle, language),
    data: data.value,
    dataUnit: data.unit,
    voice: voice.value,
    voiceUnit: voice.unit,
    sms: bundle.sms === 'unlimited' ? WITHOUT_END : bundle.sms,
    ...shownValidity(bundle),
    periodType: bundle.periodType ?? 'Others',
    amount: bundle.price,
    currency: 'XOF',
    productCode: bundle.productCode,
    ...(isPopular && { isPopular }),
    lineType,
  }
}

/** In the specification's fields. */
export function shownValidity({ validity }: Pick<OperatorBundle, 'validity'>): { validity: number; validityUnit: string } {
  return validity === 'unlimited' ? { validity: WITHOUT_END, validityUnit: '' } : { validity: validity.value, validityUnit: validity.unit }
}

function benefitOf(benefit: Benefit<{ value: number; unit: string }>): { value: number | null; unit: string } {
  return benefit === 'unlimited' ? { value: WITHOUT_END, unit: '' } : (benefit ?? { value: null, unit: '' })
}
