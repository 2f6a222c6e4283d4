import type { ContentPackages } from '#portal/content-packages.ts'

type AllTexts = ContentPackages['payment-translation']

/** What only the status page and the SMS say does not travel with the hub. */
type StatusOnly =
  `lead_${string}` | `sms_${string}` | `money_${string}` | `reason_${string}` | `step_${string}` | `push${string}` | `state${string}`

export type HubTexts = { [Key in keyof AllTexts as Key extends StatusOnly ? never : Key]: AllTexts[Key] }

const STATUS_ONLY = /^(?:lead_|sms_|money_|reason_|step_|push|state)/

export function hubTextsOf(texts: AllTexts): HubTexts {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !STATUS_ONLY.test(name))) as HubTexts
}
