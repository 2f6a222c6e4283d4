import type { RateLimit } from './limits.ts'

/**
 * A limit that many callers share. Up to `freeBurst` at once has no visible effect; the rest of `burst` is for solved puzzles and pages
 * without script.
 */
export type SharedRateLimit = RateLimit & { freeBurst: number }

/** A rate limit that the operator sets: so many in a window, over the whole portal. */
export type PortalWide = { setting: LimitSetting; windowSeconds: number }

export type LimitSetting = 'numbersPerMinute' | 'codesPerMinute' | 'codesPerHour' | 'pushesPerMinute'

export type RateLimitPolicy = {
  what: string
  perVisit: RateLimit
  /** Per IP address, for callers without a current cookie that solved no puzzle. */
  withoutVisit: SharedRateLimit
  /** Per IP address, for visits that the server began and for solved puzzles, all together. */
  visits: SharedRateLimit
  inAll: PortalWide[]
}

function crowd(perMinute: number, burst: number, { calm: freeBurst = burst } = {}): SharedRateLimit {
  return { everySeconds: 60 / perMinute, burst, freeBurst }
}

/**
 * Each kind of action has its own rate limit: looking up numbers all day takes nothing from purchases. The honest load behind one address
 * of a carrier is a thousand visitors in ten minutes with up to three numbers each.
 */
export const RATE_LIMITS = {
  // Abuse 82: 225 + 75 is 300, the most that one IP address can look up in any minute without a visit and without a puzzle.
  numbers: {
    what: 'Lookups: number checks',
    perVisit: { everySeconds: 6, burst: 20 },
    withoutVisit: crowd(225, 75, { calm: 65 }),
    visits: crowd(225, 150, { calm: 130 }),
    inAll: [{ setting: 'numbersPerMinute', windowSeconds: 60 }],
  },
  bills: {
    what: 'Lookups: bills and accounts',
    perVisit: { everySeconds: 5, burst: 20 },
    withoutVisit: crowd(150, 100),
    visits: crowd(250, 150),
    inAll: [],
  },
  balances: {
    what: 'Lookups: balances of a verified number',
    perVisit: { everySeconds: 5, burst: 20 },
    withoutVisit: crowd(60, 20),
    visits: crowd(250, 150),
    inAll: [],
  },
  payments: {
    what: 'Lookups: payments by reference or of a verified number',
    perVisit: { everySeconds: 5, burst: 20 },
    withoutVisit: crowd(60, 40),
    visits: crowd(250, 150),
    inAll: [],
  },
  receipts: {
    what: 'PDF receipts',
    perVisit: { everySeconds: 10, burst: 10 },
    withoutVisit: crowd(60, 30),
    visits: crowd(250, 100),
    inAll: [],
  },
  leadStates: {
    what: 'Lookups: state of a home-broadband request',
    perVisit: { everySeconds: 20, burst: 15 },
    withoutVisit: crowd(60, 40),
    visits: crowd(150, 100),
    inAll: [],
  },
  places: {
    what: 'Lookups: map searches',
    perVisit: { everySeconds: 0.5, burst: 120 },
    withoutVisit: crowd(3000, 2000),
    visits: crowd(3000, 2000),
    inAll: [],
  },
  buying: {
    what: 'Purchases: choosing one and starting its payment',
    perVisit: { everySeconds: 10, burst: 30 },
    withoutVisit: crowd(200, 100),
    visits: crowd(600, 300),
    inAll: [],
  },
  links: {
    what: 'Payment links: creation',
    perVisit: { everySeconds: 60, burst: 10 },
    withoutVisit: crowd(20, 30),
    visits: crowd(120, 100),
    inAll: [],
  },
  linkGuesses: {
    what: 'Lookups: links and receipt codes that are not ours',
    perVisit: { everySeconds: 20, burst: 15 },
    withoutVisit: crowd(60, 40),
    visits: crowd(150, 100),
    inAll: [],
  },
  codes: {
    what: 'One-time codes: an SMS is sent',
    perVisit: { everySeconds: 180, burst: 10 },
    withoutVisit: crowd(15, 20, { calm: 14 }),
    visits: crowd(60, 80, { calm: 60 }),
    inAll: [
      { setting: 'codesPerMinute', windowSeconds: 60 },
      { setting: 'codesPerHour', windowSeconds: 3600 },
    ],
  },
  pushes: {
    what: 'Payment requests sent to phones',
    perVisit: { everySeconds: 300, burst: 6 },
    withoutVisit: crowd(5, 5),
    visits: crowd(60, 60),
    inAll: [{ setting: 'pushesPerMinute', windowSeconds: 60 }],
  },
  votes: {
    what: 'Votes on help answers',
    perVisit: { everySeconds: 2, burst: 30 },
    withoutVisit: crowd(40, 60),
    visits: crowd(40, 60),
    inAll: [],
  },
  feedback: {
    what: 'Feedback texts',
    perVisit: { everySeconds: 3600, burst: 2 },
    withoutVisit: crowd(4, 20),
    visits: crowd(4, 20),
    inAll: [],
  },
} as const satisfies Record<string, RateLimitPolicy>

export type RateLimitName = keyof typeof RATE_LIMITS

/** The share of the operator's limit for clients without a visit: the rest is for visits that the server knows. */
export const STRANGERS_SHARE = 0.5

/** Per target of the query or action, for all callers together, unless stated otherwise. */
export const SUBJECT_LIMITS = {
  billFromOneAddress: { what: 'look-ups of one account or number from one address', everySeconds: 20, burst: 20 },
  bill: { what: 'look-ups of one account or number', everySeconds: 10, burst: 80 },
  codeReading: { what: 'encrypted codes decrypted for one sent code', everySeconds: 5, burst: 20 },
  pushesAtOnce: { what: 'concurrent payment requests of one visit to one phone', everySeconds: 2, burst: 2 },
  pushesInOneMoment: { what: 'concurrent payment requests to one phone', everySeconds: 2, burst: 6 },
  pushesFromOneAddress: { what: 'payment requests to one phone from one address', everySeconds: 720, burst: 5 },
  pushes: { what: 'payment requests to one phone', everySeconds: 360, burst: 10 },
  question: { what: 'queries to a provider about one attempt, triggered externally', everySeconds: 5, burst: 1 },
  questions: { what: 'the same over time', everySeconds: 60, burst: 20 },
  votesOfQuestion: { what: 'votes on one answer', everySeconds: 5, burst: 60 },
  votes: { what: 'votes on all answers', everySeconds: 0.5, burst: 120 },
  feedback: { what: 'feedback texts', everySeconds: 5, burst: 60 },
  places: { what: 'map searches', everySeconds: 0.005, burst: 1000 },
  ussdNumber: { what: 'USSD inputs of one number', everySeconds: 1, burst: 60 },
  analytics: { what: 'batches of analytics events (beyond the limit they are dropped, not refused)', everySeconds: 0.02, burst: 200 },
} as const satisfies Record<string, RateLimit & { what: string }>

/** Counted in rows of the feature itself, not by a rate limiter. */
export const COUNTED_LIMITS = {
  codesOfVisit: { what: 'codes for one number, of one visit, in ten minutes', most: 3 },
  codesOfVisitInDay: { what: 'the same in a day', most: 20 },
  codesOfStrangers: { what: 'codes for one number, of all callers without a visit at one address, in ten minutes', most: 3 },
  codesOfStrangersInDay: { what: 'the same in a day', most: 10 },
  codesFromOneAddress: { what: 'codes for one number, from one address, in ten minutes', most: 6 },
  codesFromOneAddressInDay: { what: 'the same in a day', most: 24 },
  codesOfNumber: { what: 'codes for one number in ten minutes', most: 9 },
  codesOfNumberInDay: { what: 'the same in a day', most: 40 },
  codeGuesses: {
    what: 'wrong six-digit codes for one number at “find a payment”, in a day, each counted once per valid code; then codes have twelve digits',
    most: 10,
  },
  casesOfNumber: { what: 'claims of one number that become a case, in a day', most: 5 },
  failedCards: { what: 'purchases of one visit whose card was declined, in an hour; each counts once', most: 3 },
  phonesOfOrder: { what: 'phones that receive payment requests for one order', most: 3 },
  openPushesOfVisit: { what: 'pending payment requests of one visit to one phone', most: 2 },
  openPushesForAll: { what: 'pending payment requests to one phone', most: 2 },
  openPushes: { what: 'the same, when each further one is the first of its visit', most: 6 },
  unaskedSms: { what: 'SMS to one number about unaccepted payment requests, in an hour (MSG-2)', most: 3 },
  unaskedSmsInDay: { what: 'the same in a day', most: 6 },
} as const satisfies Record<string, { what: string; most: number }>
