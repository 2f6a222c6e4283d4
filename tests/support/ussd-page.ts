import { readFileSync } from 'node:fs'
import { draftOf, type UssdTexts } from '#features/ussd/draft-screen.ts'
import { LONGEST_VIEWS } from '#features/ussd/longest-views.ts'
import type { View } from '#features/ussd/places.ts'
import { fitScreen, MOST_SEPTETS } from '#features/ussd/screen.ts'
import { septetsOf } from '#shared/gsm-text.ts'
import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { markdownTable } from '../../scripts/markdown-table.ts'

export const USSD_PAGE = 'docs/ussd.md'

const OWN = aNumber('90123456')
const STATE = { amount: 500, reference: 'G7K2M9QX4WTRA', money: 'waiting', number: OWN }

/** What somebody sees who recharges the own line, then dials again. */
const FILM: readonly (readonly [typed: string, view: View])[] = [
  ['*222#', { at: 'home', services: ['recharge', 'bundles', 'bill', 'balance', 'payment', 'shops', 'contact', 'language'] }],
  ['1', { at: 'whose-line', service: 'recharge', own: OWN }],
  ['1', { at: 'type-amount', kind: 'airtime', msisdn: OWN, min: 100, max: 100_000 }],
  ['500', { at: 'confirm', goods: { kind: 'airtime', msisdn: OWN, amount: 500 }, purchaseId: '', name: '', amount: 500, ways: ['money'] }],
  ['1', { at: 'asked', state: STATE }],
  ['*222*5#', { at: 'payment', state: { ...STATE, money: 'delivered' } }],
]

const HEAD = `# The same portal by USSD

Whoever dials \`*222#\` (\`USSD_CODE\`) gets the services of the portal as a menu, on any phone and without internet. Why it is built so:
[decision 0055](decisions/0055-the-same-portal-by-ussd.md). Screens and lengths below are written by \`node scripts/write-ussd-page.ts\`.

## The door of aggregators

A gateway posts \`POST /ussd/v1/session\`, form-encoded, from an address of \`USSD_ADDRESSES\` with \`USSD_KEY\` in the header \`x-ussd-key\`:

| field         | holds                                                                                                |
| ------------- | ---------------------------------------------------------------------------------------------------- |
| \`sessionId\`   | the gateway's name for the session, up to 100 visible characters; it may be used again later         |
| \`phoneNumber\` | the calling line, \`+227\` and eight digits                                                            |
| \`text\`        | all inputs so far, joined by \`*\`; empty at first. With \`USSD_PROFILE=last-input\` the last input only |
| \`serviceCode\` | what was dialled; not looked at                                                                      |

The answer is plain text: \`CON\` and a screen that takes an answer, or \`END\` and the last one. It leaves within two seconds. 403: address or key are not known. 400: a
field is missing, twice, or no number of this country. A request that is sent again gets the same answer and does nothing a second time.

With \`last-input\` only the moment tells a copy from a second press: the same input within two seconds is one press, and within a minute after the end. A gateway that can send all inputs should.

## The door of SMPP

Where the network speaks SMPP 3.4, a Kannel (\`deploy/kannel-ussd.conf\`) is bound to it and posts each message to \`POST /ussd/v1/kannel?id=%I\`, from an address of \`USSD_SMPP_ADDRESSES\`, with
\`USSD_SMPP_KEY\` as the password of \`ussd\` (\`Authorization: Basic\`):

| what                                     | holds                                                                                            |
| ---------------------------------------- | ------------------------------------------------------------------------------------------------ |
| \`id\`                                     | Kannel's name of the message; the same when it posts again                                       |
| \`X-Kannel-From\`                          | the calling line, \`227\` and eight digits, with or without a plus                                 |
| body                                     | what was dialled (\`*222*1#\`) or typed, UTF-8 or UTF-16BE                                         |
| \`X-Kannel-Meta-Data\`, \`ussd_service_op\`  | 1 somebody dialled, 18 somebody answered; everything else is heard and not answered              |
| \`X-Kannel-Meta-Data\`, \`its_session_info\` | \`counted\`: an octet for the session, then a count with the mark of the end; \`plain\`: only a name |

The answer is the screen, with \`X-Kannel-Meta-Data: ?smpp?ussd_service_op=2&its_session_info=…\`, or 17 and the mark of the end with the last one. It is empty when the network ended the session, which stays open
for whoever dials again. 403 and 400 as above. [protocols/kannel.md](protocols/kannel.md) has what was measured; \`npm run proof -- ussd\` dials through the whole chain.

## Keys

In a menu \`0\` goes back, \`00\` goes to the main menu, \`98\` shows more. Which services it has, and in which order, is content (\`ussd-config\`); its words are \`ussd-translation\`,
in letters of GSM-7 only.

## Planted bugs

\`node scripts/hunt-ussd-mutants.ts\` plants bugs of \`tests/mutants/ussd-mutants.ts\`, one at a time in a copy, and runs the tests. On 18 November 2026:

| where                                             | planted | found at first | then                                               |
| ------------------------------------------------- | ------- | -------------- | -------------------------------------------------- |
| rules: menu, sessions, walks, screens, door, gate | 55      | 49             | 53 of 53; two could never show and were taken out  |
| caps and wishes                                   | 10      | 5              | a test for each of the five; not hunted again yet  |
| paying                                            | 5       | 3              | a test for each of the two; not hunted again yet   |
| sessions in the database                          | 9       | 6              | a test for each of the three; not hunted again yet |
| the other files behind the doors                  | 33      | 26             | 30 of 30; 3 could never show and were taken out    |

\`--server\` hunts behind the doors, half a minute for each.

The simulation looks at money only: of 49 bugs in the rules it finds one in 300 worlds, a dialled code that pays by itself.`

export function ussdPage(): string {
  const texts: UssdTexts = JSON.parse(readFileSync('content/fr/ussd-translation.json', 'utf8'))
  const shown = (view: View) => fitScreen(draftOf(view, { texts, language: 'fr' }), { page: 0, note: null, footers: texts }).text
  const film = FILM.map(([typed, view]) => `Typed: \`${typed}\`\n\n\`\`\`text\n${shown(view)}\n\`\`\``)
  const rows = LONGEST_VIEWS.map(([name, view]) => [name, String(septetsOf(shown(view)))])
  const lengths = `Of each screen with its longest values, in French, its first page; ${MOST_SEPTETS} is the most a phone shows. \`src/features/ussd/screen.test.ts\` measures all pages, in both languages, with every note.`
  return [HEAD, '## A recharge, screen by screen', ...film, '## Lengths', lengths, markdownTable(['screen', 'septets'], rows)]
    .join('\n\n')
    .concat('\n')
}

function aNumber(text: string): MobileNumber {
  if (!isMobileNumber(text)) throw new RangeError(`${text} is no number`)
  return text
}
