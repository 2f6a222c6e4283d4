/** Realistic bugs, planted one at a time in a copy of the USSD menu. A test, or the simulation, must find each. */
export type UssdMutant = { name: string; file: string; find: string; replace: string }

const ENGINE = 'menu-engine.ts'
const RULES = 'session-rules.ts'
const WALK = 'walk-menu.ts'
const SCREEN = 'screen.ts'
const DRAFT = 'draft-screen.ts'
const FIND = 'server/find-step.ts'
const SMPP = 'server/kannel-message.ts'
const DOOR = 'server/ussd-endpoint.ts'
const FORM = 'server/ussd.routes.ts'
const KANNEL = 'server/kannel.routes.ts'
const LATE = 'server/timeout-replies.ts'
const PAY = 'server/pay-from-menu.ts'
const CLAIM = 'server/ussd-purchases.store.ts'
const STORE = 'server/ussd.store.ts'
const SESSIONS = 'server/ussd-sessions.ts'
const VIEW = 'server/view-place.ts'
const PLACES = 'places.ts'

const bug = (file: string, name: string, find: string, replace: string): UssdMutant => ({ name, file, find, replace })

export const USSD_MUTANTS: readonly UssdMutant[] = [
  bug(ENGINE, '00 goes one back instead of home', 'if (typed === HOME) return AT_HOME', 'if (typed === HOME) return back(state)'),
  bug(ENGINE, '98 turns the page where there is none', 'typed === MORE && state.hasMore', 'typed === MORE'),
  bug(ENGINE, 'a choice is off by one', 'choices[Number(typed) - 1]', 'choices[Number(typed)]'),
  bug(ENGINE, 'two digits are taken for one', '/^[1-9]$/', '/^[1-9]/'),
  bug(
    ENGINE,
    'the page is kept when a choice leads on',
    'trail: [...state.trail, next], page: 0',
    'trail: [...state.trail, next], page: state.page',
  ),
  bug(
    ENGINE,
    'going on from a cut session adds to the trail',
    'return { trail: next.trail, page: 0',
    'return { trail: [...state.trail, ...next.trail], page: 0',
  ),
  bug(ENGINE, 'back from a later page leaves the list', 'if (page > 0) return', 'if (page > 1) return'),
  bug(ENGINE, 'back drops two places', 'trail.slice(0, -1), page: 0', 'trail.slice(0, -2), page: 0'),
  bug(ENGINE, 'a foreign number is cut until it fits', 'nationalDigits(typed)', "typed.replace(/[^0-9]/g, '').slice(-8)"),
  bug(ENGINE, 'an amount may begin with zeros', '/^[1-9][0-9]{0,8}$/', '/^[0-9]{1,9}$/'),
  bug(ENGINE, 'an amount is asked for the wrong goods', 'kind: asked.goods, msisdn', "kind: 'airtime', msisdn"),
  bug(ENGINE, 'what was wrong is not said', "note: state.typed?.kind ?? 'choice'", 'note: null'),

  bug(RULES, 'a session lives on after five minutes', '|| since(newest.heardAt) > SESSION_MS', ''),
  bug(RULES, 'an ended session goes on', '!newest || newest.endedAt || since', '!newest || since'),
  bug(RULES, 'a repeated last step is a new session', 'if (ended && step > 0)', 'if (ended && step > 99)'),
  bug(RULES, 'an end is repeated for ever', 'endedAt && since(endedAt) < REPEATS_MS && isSame', 'endedAt && isSame'),
  bug(RULES, 'an empty text after an end repeats it', 'if (ended && step > 0)', 'if (ended)'),
  bug(RULES, 'dialling again goes on with the old session', 'since(newest.heardAt) >= REDIAL_MS', 'since(newest.heardAt) >= SESSION_MS'),
  bug(RULES, 'the first request sent again begins anew', 'since(newest.heardAt) >= REDIAL_MS', 'since(newest.heardAt) >= 0'),
  bug(RULES, 'another answer to the same step is a copy', '!isRedialled && isSame(newest.stepHash, hashes[step])', '!isRedialled'),
  bug(
    RULES,
    'inputs of another session are taken for the next',
    'if (!isSame(newest.heardHash, hashes[newest.step])) return',
    'if (newest.step < 0) return',
  ),
  bug(WALK, 'a session that is sent again pays', 'inputs.length === 1 && !isReplay', 'inputs.length === 1'),
  bug(RULES, 'no input was heard before', 'const isReplay = sessions', 'const isReplay = false && sessions'),
  bug(
    RULES,
    'the inputs in between are worked twice',
    'from: newest.step, step, isReplay }',
    'from: Math.max(0, newest.step - 1), step, isReplay }',
  ),
  bug(
    RULES,
    'of last inputs a second press is never a copy',
    'idleMs < (newest.endedAt ? SAME_LAST_PRESS_MS : SAME_PRESS_MS)',
    'idleMs < 0',
  ),
  bug(
    RULES,
    'of last inputs a press after the end is soon a new one',
    'newest.endedAt ? SAME_LAST_PRESS_MS : SAME_PRESS_MS',
    'SAME_PRESS_MS',
  ),
  bug(RULES, 'of last inputs an ended session goes on', 'if (newest.endedAt || idleMs > SESSION_MS)', 'if (idleMs > SESSION_MS)'),
  bug(RULES, 'of last inputs a session lives for ever', 'if (newest.endedAt || idleMs > SESSION_MS)', 'if (newest.endedAt)'),
  bug(
    RULES,
    'a message with a name is known for ever',
    'idleMs < REPEATS_MS && isSame(newest.stepHash, stepHash',
    'isSame(newest.stepHash, stepHash',
  ),
  bug(RULES, 'a message with another name is a copy', '&& isSame(newest.stepHash, stepHash ?? undefined)', ''),

  bug(WALK, 'a dialled code pays by itself', "placeOf(step).at === 'pay' && !mayPay", 'false'),
  bug(WALK, 'several answers at once pay', 'menu !== null && inputs.length === 1 && !isReplay', 'menu !== null && !isReplay'),
  bug(WALK, 'the place that pays is where one stands after it', "if (place.at === 'pay') return trail.slice(0, -1)", ''),
  bug(WALK, 'coming back to the price makes another purchase', "if (view.at === 'confirm' && place.at === 'confirm')", 'if (false)'),
  bug(WALK, 'changing the language changes nothing', 'nextLanguage(spoken) : spoken', 'spoken : spoken'),
  bug(WALK, 'after the language one stands at the language', "if (place.at === 'language') return AT_HOME.trail", ''),
  bug(WALK, 'a mistake of ours ends the session', 'ports.onError(error)\n', 'throw error\n'),
  bug(WALK, 'a mistake of ours is told to nobody', 'ports.onError(error)\n', '\n'),

  bug(SCREEN, 'a screen may be longer', 'MAX_SEPTETS = 182', 'MAX_SEPTETS = 190'),
  bug(SCREEN, 'digits before choices are not counted', 'isNumbered ? 2 * (end - from) : 0', '0'),
  bug(SCREEN, 'ten choices stand on a screen', 'MAX_CHOICES = 9', 'MAX_CHOICES = 10'),
  bug(
    SCREEN,
    'the second page chooses from the first',
    'choices: choices.slice(shown.from, shown.to)',
    'choices: choices.slice(0, shown.to - shown.from)',
  ),
  bug(SCREEN, 'there is more after the last page', 'hasMore: !isLast', 'hasMore: true'),
  bug(SCREEN, 'letters outside GSM-7 are sent', '.map(toGsmText)', ''),

  bug(
    DRAFT,
    'a bill is paid whole where a part was wanted',
    "to: { at: 'bill-amount', msisdn: own }",
    "to: { at: 'confirm', goods: { kind: 'postpaid-bill', msisdn: own, amount: due ?? 1 } }",
  ),
  bug(
    DRAFT,
    'the own line is recharged under another number',
    "{ at: isRecharge ? 'recharge-amount' : 'bundle-categories', msisdn: own }",
    "{ at: isRecharge ? 'recharge-number' : 'bundle-number' }",
  ),
  bug(DRAFT, 'a state nobody knows is called paid', "texts['state_being-checked']", 'texts.state_delivered'),
  bug(DRAFT, 'whoever buys again is asked again', 'to: view.pay }', 'to: { ...view.pay, isRepeat: false } }'),
  bug(DRAFT, 'what was bought twice may be bought without a question', "{ label: texts.seeState, to: { at: 'payment' } },", ''),

  bug(FIND, 'an answer to a screen nobody remembers opens a service', "told.kind === 'message' && !told.isDialled ? [] : inputs", 'inputs'),
  bug(FIND, 'a cut session is offered to whoever dials a service', 'inputs.length === 0 && left !== null', 'left !== null'),
  bug(FIND, 'all numbers share a visit', 'ussd-visit|${msisdn}', 'ussd-visit|'),
  bug(FIND, 'copies of the network are other presses', 'heardHash: told.isMarkOfPress ? stepHash : heardHash', 'heardHash'),

  bug(SMPP, 'the end of a session is answered', 'if (isCounted && ((session[1] ?? 0) & END_MARK) === END_MARK)', 'if (false)'),
  bug(SMPP, 'the mark of the end is read from plain names', 'if (isCounted && ((session[1]', 'if (session && ((session[1]'),
  bug(SMPP, 'unknown operations are answered', 'if (operation !== DIALLED && operation !== ANSWERED)', 'if (false)'),
  bug(SMPP, 'the last screen leaves the session open', 'isEnd ? LAST_SCREEN : SCREEN', 'SCREEN'),
  bug(SMPP, 'the last screen has no mark of the end', "isEnd && profile === 'counted' ? count | END_MARK : count", 'count'),
  bug(SMPP, 'UTF-16 is read as UTF-8', 'if (!/utf-16be/i.test(contentType))', 'if (true)'),
  bug(SMPP, 'another code is read as ours', 'dialled.startsWith(start) && ', ''),
  bug(SMPP, 'the count is a name of dialled ones too', 'mark: isCounted && !isDialled ?', 'mark: isCounted ?'),

  bug(DOOR, 'any address may speak', 'isAllowed(allowed, ip) && secrets', 'secrets'),
  bug(
    DOOR,
    'any key opens',
    'isAllowed(allowed, ip) && secrets.map((secret) => isSecret(shown, secret)).includes(true)',
    'isAllowed(allowed, ip)',
  ),
  bug(DOOR, 'numbers of elsewhere are ours', 'international.startsWith(COUNTRY.dialCode)', 'true'),
  bug(FORM, 'a field may come twice', 'if (FIELDS.some((field) => form.getAll(field).length > 1)) return null', ''),
  bug(FORM, 'inputs may be of any length', '|| inputs.some((input) => input.length > MAX_INPUT_CHARACTERS)', ''),
  bug(FORM, 'any number of inputs is taken', 'inputs.length > MAX_INPUTS || ', ''),
  bug(KANNEL, 'the endpoint of Kannel has no authentication', 'if (!mayEnter(request.ip, request.headers.authorization))', 'if (false)'),
  bug(FORM, 'the endpoint of aggregators has no authentication', 'if (!mayEnter(request.ip, shownKey(request)))', 'if (false)'),

  bug(LATE, 'a late payment is told as a late menu', "if (at === 'pay') return 'latePayment'", ''),
  bug(
    LATE,
    'a late answer is not kept for copies',
    'await store.keepAnswer(parts.db, found.session.id, found.step, writeAnswer(answer))',
    '',
  ),
  bug(LATE, 'a late balance is told by nobody', "if (kind === 'lateMenu') return", 'return'),
  bug(LATE, 'a payment that was asked for late is told twice', "if (kind === 'latePayment' && screen.isEnd) return", ''),

  bug(PAY, 'whoever knows a purchase pays it', 'if (!purchase?.visitId.equals(visit.id))', 'if (!purchase)'),
  bug(
    PAY,
    'an error after the request is called no',
    'if (await releasePurchase(db, purchaseId)) throw error',
    'await releasePurchase(db, purchaseId)\n    throw error',
  ),
  bug(PAY, 'nobody is told by SMS', 'void parts.sms.send(sms).catch(parts.onError)', ''),
  bug(PAY, 'the cap is not looked at', "if (claim.kind === 'capped') return { at: 'problem', kind: 'airtime-cap' }", ''),
  bug(PAY, 'the same wish is paid without a question', "if (claim.kind === 'twice') return twice(parts, { ...claim, msisdn }, place)", ''),
  bug(CLAIM, 'the cap counts the first wish only', 'own + amount > perNumber', 'own > perNumber'),
  bug(CLAIM, 'nobody counts what all spend', '|| all + amount > inAll', ''),
  bug(CLAIM, 'what failed counts towards the cap', "where way = 'airtime' and ${MAY_HAVE_PAID}", "where way = 'airtime'"),
  bug(CLAIM, 'what is unknown does not count', "a.state not in ('DECLINED', 'CANCELLED', 'EXPIRED')", "a.state = 'PAID'"),
  bug(CLAIM, 'the same wish of another number stops this one', 'where msisdn = ${msisdn} and fingerprint', 'where fingerprint'),
  bug(CLAIM, 'the same wish is never forgotten', 'and asked_at > ${since} and', 'and'),
  bug(
    CLAIM,
    'two sessions press at once',
    'await sql`select pg_advisory_xact_lock(hashtextextended(${`ussd:${msisdn}`}, 0))`.execute(tx)',
    '',
  ),
  bug(
    CLAIM,
    'the day of the cap begins at midnight elsewhere',
    "date_trunc('day', ${now}::timestamptz at time zone ${COUNTRY.timeZone}) at time zone ${COUNTRY.timeZone}",
    "date_trunc('day', ${now}::timestamptz at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo'",
  ),
  bug(CLAIM, 'the last payment is the first', 'as made order by at desc', 'as made order by at asc'),
  bug(CLAIM, 'the last payment is anybody’s', 'from ussd_purchase where msisdn = ${msisdn} order by', 'from ussd_purchase order by'),

  bug(STORE, 'a cut session is offered after an hour', 'new Date(now.getTime() - SESSION_MS)', 'new Date(now.getTime() - 3_600_000)'),
  bug(STORE, 'a finished session is offered again', 'ended_at is null and heard_at >', 'heard_at >'),
  bug(
    STORE,
    'a step is worked by all who send it',
    'where ussd_step.answer is null and ussd_step.claimed_at < ${new Date(now.getTime() - leaseMs)} returning step',
    'returning step',
  ),
  bug(STORE, 'a step whose maker died is lost', 'ussd_step.claimed_at < ${new Date(now.getTime() - leaseMs)}', 'false'),
  bug(STORE, 'a slow step sets the session back', 'where id = ${id} and version = ${version}', 'where id = ${id}'),
  bug(
    STORE,
    'the last answer of a step wins',
    'where session_id = ${id} and step = ${step} and answer is null',
    'where session_id = ${id} and step = ${step}',
  ),
  bug(STORE, 'the language is forgotten', 'coalesce((select language from last), ${DEFAULT_LANGUAGE})', '${DEFAULT_LANGUAGE}'),
  bug(STORE, 'an end is not noted', 'ended_at = ${isEnd ? now : null}', 'ended_at = null'),
  bug(STORE, 'limits are counted and not kept', 'if (rows.some(({ refused }) => refused > 0)) return null', ''),
  bug(SESSIONS, 'a slow answer is waited for', 'await Promise.race([working, pause(ANSWER_MS, null, { ref: false })])', 'await working'),
  bug(SESSIONS, 'a number has no budget', '{ key: `ussd:${msisdn}`, ...SUBJECT_LIMITS.ussdNumber },', ''),
  bug(
    SESSIONS,
    'a gateway has no budget',
    '{ key: `ussd-gateway:${gateway}`, everySeconds: 1 / perSecond, burst: perSecond * GATEWAY_BURST_SECONDS },',
    '',
  ),
  bug(
    SESSIONS,
    'an error is an error to the gateway',
    "return tellAll(parts, 'lateMenu', DEFAULT_LANGUAGE)\n      }",
    'throw error\n      }',
  ),
  bug(SESSIONS, 'whoever waits waits for ever', ', queueTimeoutMs: 1_000', ''),
  bug(SESSIONS, 'more run than the database has connections for', 'maxConcurrent: 40', 'maxConcurrent: 41'),
  bug(VIEW, 'what another line owes is shown', 'if (!pageAccepts(', 'if (false && !pageAccepts('),
  bug(VIEW, 'a line that does not fit may be recharged', "throw new Problem('line-does-not-fit')\n  return type", 'return type'),
  bug(VIEW, 'bundles of all categories are in one', 'bundles.filter((bundle) => bundle.category === category)', 'bundles'),
  bug(VIEW, 'the limits of recharges are those of bills', 'min: preMinAmnt, max: preMaxAmnt', 'min: postMinAmnt, max: postMaxAmnt'),
  bug(PLACES, 'a cut session is said to be of another service', "at !== 'home' && at !== 'resume'", "at !== 'recharge'"),
]
