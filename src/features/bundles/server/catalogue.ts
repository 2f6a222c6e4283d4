import type { Clock } from '#server/clock.ts'
import { refreshWhenStale } from '#shared/refresh-when-stale.ts'
import { isEnglish, type Language } from '#shared/language.ts'
import { toMajor } from '#shared/money.ts'
import { MONEY } from '#shared/operator.ts'
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
  /** The bundle behind a product code. Prices come from the catalogue, never from a caller. */
  find(productCode: string): Promise<OperatorBundle | null>
  /** GEN-10: the name of a bundle in a language, from the cached copy: reading a name never waits for the operator. */
  knownName(productCode: string, language: Language): string | null
  /** A balance is named as its bundle is, by the operator in one language: the same name in the visitor's, from the cached copy. */
  labelIn(language: Language, label: string): string
}

const FRESH_MS = 60_000
/** Pause after a failed read before the next call to the operator. */
const RETRY_MS = 5_000

/** Derived lists are cached with it: they are the same for all visitors. */
type Copy = { bundles: OperatorBundle[]; lists: Map<string, Bundle[]>; isStale: boolean }

export function createCatalogue({ operator, clock, sellsPostpaidBundles, readPopular }: CatalogueOptions): Catalogue {
  let copy: Copy | null = null
  let wasEmpty = false

  async function read(): Promise<void> {
    let answer: Awaited<ReturnType<OperatorCatalogue['readBundles']>> | null = null
    try {
      answer = await operator.readBundles()
    } finally {
      // One empty answer is no proof that nothing is sold: the next one, seconds later, is believed.
      const isDoubtful = answer?.ok === true && answer.value.length === 0 && !wasEmpty
      wasEmpty = answer?.ok === true && answer.value.length === 0
      if (answer?.ok && !isDoubtful) copy = { bundles: answer.value, lists: new Map(), isStale: false }
      else if (isDoubtful) copy = { bundles: [], lists: new Map(), ...copy, isStale: true }
      else if (copy) copy = { ...copy, isStale: true }
    }
  }

  const refreshWhenDue = refreshWhenStale({
    now: () => clock.now(),
    freshForMs: () => (copy && !copy.isStale ? FRESH_MS : RETRY_MS),
    refresh: read,
  })

  /** TAB-1: a kind of line that can buy it here; '' when none can. */
  const soldTo = (bundle: OperatorBundle) => bundle.lineTypes.find((type) => isSoldTo(bundle, type, sellsPostpaidBundles)) ?? ''

  async function current(): Promise<Copy> {
    const renewed = refreshWhenDue()
    // Stale-while-revalidate: a cached copy is returned at once. Only the very first visitor waits, and sees an error.
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
      // An unknown service sells nothing: its name may be invented by a client, so it is not cached.
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
    labelIn(language, label) {
      refreshWhenDue().catch(() => {})
      const named = copy?.bundles.find(({ name }) => name === label)
      return named ? wordsOf(named, language).name : label
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

/** LEAD-1: a single-purpose offer without a line type is requested as a lead, not ordered, so every visitor may see it. */
function isOfferedTo(bundle: OperatorBundle, lineType: LineKind, sellsPostpaidBundles: boolean): boolean {
  return (bundle.serviceType !== null && bundle.lineTypes.length === 0) || isSoldTo(bundle, lineType, sellsPostpaidBundles)
}

/** Its name and description in the visitor's language, or in the operator's if there is no other. */
export function wordsOf(bundle: OperatorBundle, language: Language): { name: string; description: string } {
  const { name, description } = (isEnglish(language) && bundle.english) || bundle
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
    amount: toMajor(bundle.price),
    currency: MONEY.prices,
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
