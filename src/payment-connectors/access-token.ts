import type { ConnectorContext } from './payment-connector.ts'

export type IssuedToken = { token: string; lifeSeconds: number }

export type AccessTokens = {
  current(context: ConnectorContext): Promise<string>
  /** The provider refused it: the next caller gets a new one, however many were refused at once. */
  forget(token: string): void
}

/** A token is let go before its end: clocks differ, and a call takes time. */
const USED_SHARE_OF_LIFE = 0.85

/** Keeps a provider's access token; callers who come while one is being fetched wait for the same one. */
export function keepAccessToken(issue: (context: ConnectorContext) => Promise<IssuedToken>): AccessTokens {
  let kept: { token: string; until: number } | null = null
  let underWay: Promise<string> | null = null

  async function renew(context: ConnectorContext): Promise<string> {
    try {
      const { token, lifeSeconds } = await issue(context)
      kept = { token, until: context.now().getTime() + lifeSeconds * 1000 * USED_SHARE_OF_LIFE }
      return token
    } finally {
      underWay = null
    }
  }

  return {
    async current(context) {
      if (kept && context.now().getTime() < kept.until) return kept.token
      underWay ??= renew(context)
      return underWay
    },
    forget(token) {
      if (kept?.token === token) kept = null
    },
  }
}
