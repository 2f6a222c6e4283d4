import { OPERATOR } from '#operator-record'
import type { OperatorProfile } from '#operator/operator-profile.ts'
import { OPERATOR_PROFILES, type OperatorProfileName } from '#operator/operator-profiles.ts'
import { readOwnProfile } from '#operator/own-profile.ts'
import { address } from './address-setting.ts'
import { inSandbox, provider } from './provider.ts'
import { choice, optional, text } from './setting.ts'

const KANNEL_SAMPLE = "Kannel's sample configuration gw/smskannel.conf (docs/protocols/kannel.md)"

/** From systems.json of the operator's folder. */
const OWN = readOwnProfile(OPERATOR.folder)

export function profileNamed(name: OperatorProfileName | 'own'): OperatorProfile {
  if (name !== 'own') return OPERATOR_PROFILES[name]
  if (!OWN) throw new RangeError('the operator has no profile of its own')
  return OWN
}

/** Systems that every portal needs. */
export const OPERATOR_SYSTEMS = {
  operator: provider({
    title: 'Operator',
    meaning: "the operator's TM Forum systems",
    isNeeded: true,
    settings: {
      url: address('OPERATOR_URL', { meaning: 'their address', sandbox: inSandbox('/'), mayBePrivate: true }),
      profile: choice('OPERATOR_PROFILE', {
        among: ['tmf-v4', 'odd', 'own'],
        unset: OWN ? 'own' : 'tmf-v4',
        meaning:
          'deviations of the operator from the documents: `tmf-v4`, `odd`, or `own` (`systems.json` of its folder; the default where it has one)',
      }),
      clientId: optional(
        text('OPERATOR_CLIENT_ID', {
          meaning: 'OAuth2 client, where the profile uses one (`tmf-v4`)',
          sandbox: 'guichet',
          isSandboxValueFine: true,
        }),
      ),
      clientSecret: optional(text('OPERATOR_CLIENT_SECRET', { meaning: 'its secret', sandbox: 'sandbox-operator' })),
      apiKey: optional(
        text('OPERATOR_API_KEY', { meaning: 'instead of the client, where the profile uses a key (`odd`)', sandbox: 'sandbox-odd-key' }),
      ),
    },
    check({ profile, clientId, clientSecret, apiKey }) {
      if (profile === 'own' && !OWN) return `OPERATOR_PROFILE is own, and ${OPERATOR.folder} holds no systems.json`
      const needed = {
        oauth2: [
          ['OPERATOR_CLIENT_ID', clientId],
          ['OPERATOR_CLIENT_SECRET', clientSecret],
        ],
        'api-key': [['OPERATOR_API_KEY', apiKey]],
        none: [],
      }[profileNamed(profile).authentication.kind]
      const missing = needed.flatMap(([name, value]) => (value ? [] : [name]))
      return missing.length > 0 ? `${missing.join(' and ')} must be set: the operator profile ${profile} uses it` : null
    },
  }),
  sms: provider({
    title: 'SMS',
    meaning: "Kannel's sendsms",
    isNeeded: true,
    settings: {
      url: address('SMS_URL', { meaning: 'its address', sandbox: inSandbox('/'), mayBePrivate: true }),
      username: text('SMS_USERNAME', { meaning: 'the account there', sandbox: 'guichet', isSandboxValueFine: true }),
      password: text('SMS_PASSWORD', {
        meaning: 'its password',
        sandbox: 'sandbox-sms',
        published: [
          { value: 'foobar', where: 'whole', source: KANNEL_SAMPLE },
          { value: 'rL4y', where: 'whole', source: KANNEL_SAMPLE },
        ],
      }),
      from: text('SMS_FROM', { meaning: 'the sender shown on phones', sandbox: '300', isSandboxValueFine: true }),
    },
  }),
}
