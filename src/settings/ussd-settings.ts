import { networks } from './network-setting.ts'
import { provider } from './provider.ts'
import { choice, number, optional, setting, text, type Setting } from './setting.ts'

const SHORTEST_KEY = 32
const SANDBOX_KEYS = [{ value: 'sandbox-ussd', where: 'beginning', source: "the sandbox's keys" }] as const

/** Settings for every USSD endpoint. */
export const PHONE_MENU = {
  code: text('USSD_CODE', {
    unset: '*222#',
    isSandboxValueFine: true,
    example: '*123#',
    shape: { pattern: /^\*[0-9]{2,5}(\*[0-9]{1,4})*#$/, words: 'must look like *222#' },
    meaning: 'the USSD code; pages show it',
  }),
  perSecond: number('USSD_PER_SECOND', {
    unset: '200',
    min: 1,
    max: 10_000,
    meaning: 'requests of one gateway per second; bursts of ten seconds are allowed',
  }),
  airtimePerNumber: number('USSD_AIRTIME_PER_NUMBER', {
    unset: '10000',
    min: 0,
    max: 10_000_000,
    meaning: "airtime that one number may spend by USSD per day, in units of the operator's prices",
  }),
  airtimeInAll: number('USSD_AIRTIME_IN_ALL', {
    unset: '5000000',
    min: 0,
    max: 1_000_000_000,
    meaning: 'the same for all numbers in total; limits the damage of a stolen key',
  }),
}

/** USSD-2: the gateways that may send USSD requests. Each endpoint is off in production until its key is set. */
export const USSD_ENDPOINTS = {
  ussd: provider({
    title: 'USSD',
    meaning: 'the same services by a menu on any phone; a gateway posts to `/ussd/v1/session`',
    settings: {
      key: keyOf('USSD_KEY', {
        sandbox: 'sandbox-ussd',
        letters: /^[\x21-\x7e]+$/,
        meaning: `what the gateway sends as \`x-ussd-key\`: at least ${SHORTEST_KEY} characters in production`,
      }),
      nextKey: optional(
        keyOf('USSD_NEXT_KEY', { letters: /^[\x21-\x7e]+$/, meaning: 'a second key that is accepted too, while the first is replaced' }),
      ),
      keyIn: choice('USSD_KEY_IN', {
        among: ['header', 'basic', 'path'],
        unset: 'header',
        example: 'path',
        meaning:
          'where the gateway sends the key: in the `header` x-ussd-key (default), as the password of `basic` authentication, or as the last part of the `path`, `/ussd/v1/session/KEY`, where it can do neither',
      }),
      addresses: networks('USSD_ADDRESSES', {
        sandbox: '127.0.0.1,::1',
        isSandboxValueFine: true,
        meaning: 'addresses or networks of the gateway, comma separated; others are refused, even with the key',
      }),
      profile: choice('USSD_PROFILE', {
        among: ['all-inputs', 'last-input'],
        unset: 'all-inputs',
        example: 'last-input',
        meaning: 'whether `text` contains `all-inputs` so far, joined by asterisks (default), or the `last-input` only',
      }),
    },
    check({ key, nextKey, keyIn }) {
      const isInPath = [key, nextKey ?? key].every((each) => /^[A-Za-z0-9_-]{1,100}$/.test(each))
      return keyIn === 'path' && !isInPath ? 'USSD_KEY_IN is path: the keys must have at most 100 letters, digits, - and _' : null
    },
  }),
  ussdSmpp: provider({
    title: 'USSD by SMPP',
    meaning: 'the same menu through a Kannel that is bound to the network; it posts to `/ussd/v1/kannel` (`deploy/kannel-ussd.conf`)',
    settings: {
      key: keyOf('USSD_SMPP_KEY', {
        sandbox: 'sandbox-ussd-smpp',
        // It is in a URL of Kannel's configuration.
        letters: /^[A-Za-z0-9_-]+$/,
        meaning: `the password in Kannel's \`post-url\`: at least ${SHORTEST_KEY} letters and digits in production`,
      }),
      nextKey: optional(
        keyOf('USSD_SMPP_NEXT_KEY', {
          letters: /^[A-Za-z0-9_-]+$/,
          meaning: 'a second key that is accepted too, while the first is replaced',
        }),
      ),
      addresses: networks('USSD_SMPP_ADDRESSES', {
        sandbox: '127.0.0.1,::1',
        isSandboxValueFine: true,
        meaning: 'addresses or networks of Kannel, comma separated',
      }),
      profile: choice('USSD_SMPP_PROFILE', {
        among: ['counted', 'plain'],
        unset: 'counted',
        example: 'plain',
        meaning:
          'whether `its_session_info` is the session’s number, a count of messages and a mark of the end, as SMPP 3.4 has it (`counted`, default), or only a name of the session (`plain`)',
      }),
    },
  }),
}

type Key = { sandbox?: string; letters: RegExp; meaning: string }

function keyOf(name: string, { sandbox, letters, meaning }: Key): Setting<string> {
  return setting<string>(
    name,
    { meaning, published: SANDBOX_KEYS, ...(sandbox !== undefined && { sandbox }) },
    {
      kind: 'text',
      example: 'u7Xq2Lm9'.repeat(5),
      problemOf: (given, { mode }) => {
        if (!letters.test(given)) return 'holds a character that no key has'
        return mode === 'production' && given.length < SHORTEST_KEY ? `must have at least ${SHORTEST_KEY} characters in production` : null
      },
      parse: (given) => given,
    },
  )
}
