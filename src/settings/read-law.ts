import { Type } from 'typebox'
import type { LawRecord, LanguageRecord } from '#shared/operator-record.ts'

const closed = { additionalProperties: false }
const Days = (minimum: number) => Type.Integer({ minimum, maximum: 3650 })
const Hours = Type.Integer({ minimum: 1, maximum: 168 })
const Line = Type.String({ minLength: 1, maxLength: 60, pattern: '^[^<>{}\\n]+$' })

/** law.json of an operator's folder. */
export const LAW_SCHEMA = Type.Object(
  {
    consentVersion: Type.String({ pattern: '^[A-Za-z0-9._-]{1,40}$' }),
    keptDays: Type.Object(
      {
        claims: Days(30),
        feedback: Days(1),
        broadbandRequests: Days(30),
        // One vote for each visit, which lasts seven days.
        helpVotes: Days(7),
        pageCounts: Days(30),
        // Its daily limits look back a day.
        ussdPayments: Days(2),
        // Providers repeat webhooks for days; statements are compared by the month.
        webhooks: Days(7),
      },
      closed,
    ),
    foundPaymentDays: Days(2),
    claimAnswerHours: Hours,
    refunds: Type.Object(
      {
        undeliveredHours: Type.Integer({ minimum: 1, maximum: 48 }),
        latePaymentHours: Type.Object({ airtime: Hours, bundle: Hours, bill: Hours }, closed),
        overdueHours: Hours,
      },
      closed,
    ),
    receiptLines: Type.Record(Type.String({ pattern: '^[a-z]{2,3}$' }), Type.Array(Line, { maxItems: 4 })),
  },
  closed,
)

/** What a schema cannot express. */
export function lawProblems({ receiptLines }: LawRecord, languages: readonly LanguageRecord[]): string[] {
  const checked = languages.filter(({ review }) => review === 'checked').map(({ tag }) => tag)
  const unknown = Object.keys(receiptLines).filter((tag) => languages.every((language) => language.tag !== tag))
  return [
    ...checked.filter((tag) => !receiptLines[tag]).map((tag) => `law.json: /receiptLines has no list in ${tag}`),
    ...unknown.map((tag) => `law.json: /receiptLines has lines in ${tag}, which languages.json does not list`),
  ]
}
