import type { Pace } from './limits.ts'

/**
 * What a crowd may do together. Up to `calm` at once nobody notices anything; the rest of `burst` is for whoever solves a puzzle; `reserve`
 * serves those who cannot, people without script first of all.
 */
export type CrowdPace = Pace & { calm: number; reserve: Pace }

/** A budget that the operator sets: so many in a window, over the whole portal. */
export type PortalWide = { setting: LimitSetting; windowSeconds: number }

export type LimitSetting = 'numbersPerMinute' | 'codesPerMinute' | 'codesPerHour' | 'pushesPerMinute'

export type Budget = {
  what: string
  perVisit: Pace
  /** Of one address, by askers whose cookie the server does not know. */
  strangers: CrowdPace
  /** Of one address, by visits that the server began, all together. */
  visits: CrowdPace
  inAll: PortalWide[]
}

function crowd(perMinute: number, burst: number, { calm = burst, reserve = 0 } = {}): CrowdPace {
  return {
    everySeconds: 60 / perMinute,
    burst,
    calm,
    reserve: { everySeconds: reserve > 0 ? 60 / reserve : 0, burst: reserve },
  }
}

/**
 * Each kind of doing has a budget of its own: whoever looks up numbers all day takes nothing from those who buy. The honest crowd behind one
 * address of a carrier is a thousand visitors in ten minutes with up to three numbers each.
 */
export const BUDGETS = {
  // Abuse 82: 225 + 65 + 5 + 5 is 300, the most that strangers of one address learn in any minute without working for it.
  numbers: {
    what: 'Looking: checks of a number',
    perVisit: { everySeconds: 6, burst: 20 },
    strangers: crowd(225, 100, { calm: 65, reserve: 5 }),
    visits: crowd(225, 150, { calm: 130, reserve: 5 }),
    inAll: [{ setting: 'numbersPerMinute', windowSeconds: 60 }],
  },
  bills: {
    what: 'Looking: bills and accounts',
    perVisit: { everySeconds: 5, burst: 20 },
    strangers: crowd(150, 100),
    visits: crowd(250, 150),
    inAll: [],
  },
  balances: {
    what: 'Looking: balances of a proven number',
    perVisit: { everySeconds: 5, burst: 20 },
    strangers: crowd(60, 20),
    visits: crowd(250, 150),
    inAll: [],
  },
  payments: {
    what: 'Looking: payments by their reference or of a proven number',
    perVisit: { everySeconds: 5, burst: 20 },
    strangers: crowd(60, 40),
    visits: crowd(250, 150),
    inAll: [],
  },
  receipts: {
    what: 'Receipts made as PDF',
    perVisit: { everySeconds: 10, burst: 10 },
    strangers: crowd(60, 30),
    visits: crowd(250, 100),
    inAll: [],
  },
  leadStates: {
    what: 'Looking: state of a home-broadband request',
    perVisit: { everySeconds: 20, burst: 15 },
    strangers: crowd(60, 40),
    visits: crowd(150, 100),
    inAll: [],
  },
  places: {
    what: 'Looking: searches on the map',
    perVisit: { everySeconds: 0.5, burst: 120 },
    strangers: crowd(3000, 2000),
    visits: crowd(3000, 2000),
    inAll: [],
  },
  buying: {
    what: 'Buying: a purchase is chosen, its payment begun',
    perVisit: { everySeconds: 10, burst: 30 },
    strangers: crowd(200, 100),
    visits: crowd(600, 300),
    inAll: [],
  },
  links: {
    what: 'Links that ask others to pay: one is made',
    perVisit: { everySeconds: 60, burst: 10 },
    strangers: crowd(20, 30),
    visits: crowd(120, 100),
    inAll: [],
  },
  linkGuesses: {
    what: 'Looking: links and codes of receipts that are not ours',
    perVisit: { everySeconds: 20, burst: 15 },
    strangers: crowd(60, 40),
    visits: crowd(150, 100),
    inAll: [],
  },
  codes: {
    what: 'Codes: an SMS is sent',
    perVisit: { everySeconds: 180, burst: 10 },
    strangers: crowd(15, 20, { calm: 14, reserve: 3 }),
    visits: crowd(60, 80, { calm: 60, reserve: 5 }),
    inAll: [
      { setting: 'codesPerMinute', windowSeconds: 60 },
      { setting: 'codesPerHour', windowSeconds: 3600 },
    ],
  },
  pushes: {
    what: 'Requests on phones to approve a payment',
    perVisit: { everySeconds: 300, burst: 6 },
    strangers: crowd(5, 5),
    visits: crowd(60, 60, { reserve: 5 }),
    inAll: [{ setting: 'pushesPerMinute', windowSeconds: 60 }],
  },
  votes: {
    what: 'Votes on help answers',
    perVisit: { everySeconds: 2, burst: 30 },
    strangers: crowd(40, 60),
    visits: crowd(40, 60),
    inAll: [],
  },
  feedback: {
    what: 'Words of feedback',
    perVisit: { everySeconds: 3600, burst: 2 },
    strangers: crowd(4, 20),
    visits: crowd(4, 20),
    inAll: [],
  },
} as const satisfies Record<string, Budget>

export type BudgetName = keyof typeof BUDGETS

/** Strangers together may use so much of what the operator allows: the rest is for visits that the server knows. */
export const STRANGERS_SHARE = 0.5

/** Of what is asked about or acted on, whoever asks, unless it says otherwise. */
export const SUBJECT_LIMITS = {
  billFromOneAddress: { what: 'look-ups of one account or number from one address', everySeconds: 20, burst: 20 },
  bill: { what: 'look-ups of one account or number', everySeconds: 10, burst: 80 },
  codeReading: { what: 'sealed codes opened for one sent code', everySeconds: 5, burst: 20 },
  pushesAtOnce: { what: 'requests of one visit on one phone in the same moment', everySeconds: 2, burst: 2 },
  pushesInOneMoment: { what: 'requests on one phone in the same moment', everySeconds: 2, burst: 6 },
  pushesFromOneAddress: { what: 'requests on one phone from one address', everySeconds: 720, burst: 5 },
  pushes: { what: 'requests on one phone', everySeconds: 360, burst: 10 },
  question: { what: 'questions to a provider about one attempt, caused from outside', everySeconds: 5, burst: 1 },
  questions: { what: 'the same over time', everySeconds: 60, burst: 20 },
  votesOfQuestion: { what: 'votes on one answer', everySeconds: 5, burst: 60 },
  votes: { what: 'votes on all answers', everySeconds: 0.5, burst: 120 },
  feedback: { what: 'words of feedback', everySeconds: 5, burst: 60 },
  places: { what: 'searches on the map', everySeconds: 0.005, burst: 1000 },
  ussdNumber: { what: 'steps of one number in the USSD menu', everySeconds: 1, burst: 60 },
  analytics: { what: 'batches of counted events (beyond it they are not counted, never refused)', everySeconds: 0.02, burst: 200 },
} as const satisfies Record<string, Pace & { what: string }>

/** Counted in rows of the feature itself, not by pace. */
export const COUNTED_LIMITS = {
  codesOfVisit: { what: 'codes for one number, of one visit, in ten minutes', most: 3 },
  codesOfVisitInDay: { what: 'the same in a day', most: 20 },
  codesOfStrangers: { what: 'codes for one number, of all strangers of one address, in ten minutes', most: 3 },
  codesOfStrangersInDay: { what: 'the same in a day', most: 10 },
  codesFromOneAddress: { what: 'codes for one number, from one address, in ten minutes', most: 6 },
  codesFromOneAddressInDay: { what: 'the same in a day', most: 24 },
  codesOfNumber: { what: 'codes for one number in ten minutes', most: 9 },
  codesOfNumberInDay: { what: 'the same in a day', most: 40 },
  codeGuesses: {
    what: 'wrong codes for one number that would open its payments, in a day; each counts as often as there were codes to hit',
    most: 10,
  },
  failedCards: { what: 'purchases of one visit whose card was declined, in an hour; each counts once', most: 3 },
  phonesOfOrder: { what: 'phones asked to pay for one order', most: 3 },
  openPushesOfVisit: { what: 'requests of one visit that wait on one phone', most: 2 },
  openPushesForAll: { what: 'requests that wait on one phone, whoever sent them', most: 2 },
  openPushes: { what: 'the same, when each further one is the first of its visit', most: 6 },
} as const satisfies Record<string, { what: string; most: number }>
