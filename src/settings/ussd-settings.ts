import { networks } from './network-setting.ts'
import { provider } from './provider.ts'
import { choice, number, setting, text } from './setting.ts'

const SHORTEST_KEY = 32
const SANDBOX_KEY = 'sandbox-ussd'

/** USSD-2: who may speak for the phones of the network. Off in production until a key is set. */
export const PHONE_MENUS = {
  ussd: provider({
    title: 'USSD',
    meaning: 'the same services by a menu on any phone; a gateway posts to `/ussd/v1/session`',
    settings: {
      code: text('USSD_CODE', {
        unset: '*222#',
        isSandboxValueFine: true,
        example: '*123#',
        shape: { pattern: /^\*[0-9]{2,5}(\*[0-9]{1,4})*#$/, words: 'must look like *222#' },
        meaning: 'what people dial; pages name it',
      }),
      key: setting<string>(
        'USSD_KEY',
        { sandbox: SANDBOX_KEY, meaning: `what the gateway sends as \`x-ussd-key\`: at least ${SHORTEST_KEY} characters in production` },
        {
          kind: 'text',
          example: 'u7Xq2Lm9'.repeat(5),
          problemOf: (given, { mode }) => {
            if (!/^[\x21-\x7e]+$/.test(given)) return 'holds a character that no key has'
            return mode === 'production' && given.length < SHORTEST_KEY
              ? `must have at least ${SHORTEST_KEY} characters in production`
              : null
          },
          parse: (given) => given,
        },
      ),
      addresses: networks('USSD_ADDRESSES', {
        sandbox: '127.0.0.1,::1',
        isSandboxValueFine: true,
        meaning: 'addresses or networks from which the gateway calls, comma separated; everybody else is refused, with the key too',
      }),
      profile: choice('USSD_PROFILE', {
        among: ['all-inputs', 'last-input'],
        unset: 'all-inputs',
        example: 'last-input',
        meaning: 'whether `text` holds `all-inputs` so far, joined by asterisks (default), or the `last-input` only',
      }),
      perSecond: number('USSD_PER_SECOND', {
        unset: '200',
        min: 1,
        max: 10_000,
        meaning: 'requests of the gateway in a second, for ten seconds at once',
      }),
      airtimePerNumber: number('USSD_AIRTIME_PER_NUMBER', {
        unset: '10000',
        min: 0,
        max: 10_000_000,
        meaning: 'francs of airtime that one number may spend by USSD in a day',
      }),
      airtimeInAll: number('USSD_AIRTIME_IN_ALL', {
        unset: '5000000',
        min: 0,
        max: 1_000_000_000,
        meaning: 'the same for all numbers together: whoever held the key could spend so much and no more',
      }),
    },
  }),
}
