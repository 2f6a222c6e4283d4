import { hash } from 'node:crypto'

export type FinishOptions = {
  /** The mark that our own scripts carry; anything smuggled into content does not have it and may not run. */
  scriptMark: string
  /** The text of a built style sheet by its address, or undefined when it is not one of ours. */
  styleSheet: (href: string) => string | undefined
  /** Origins a form may be sent on to besides our own, for example a payment gateway after a redirect. */
  formTargets: readonly string[]
  /** Whose pages may stand in a frame of ours. */
  frameTargets?: readonly string[]
  /** GEN-6: where built assets are fetched from, when that is not the portal itself. */
  assetOrigin: string | null
  /** Where the operator's map tiles come from, when that is not the portal itself. */
  tileOrigin?: string | null
}

/**
 * Makes a rendered page cheap to show on a slow link and writes the policy that fits it:
 * its few kilobytes of style come inside it, module preloads stand last so that they do not delay the first paint,
 * and every script of ours is allowed by its hash.
 */
export function finishPage(
  html: string,
  { scriptMark, styleSheet, formTargets, frameTargets = [], assetOrigin, tileOrigin = null }: FinishOptions,
): { html: string; policy: string } {
  const styleHashes: string[] = []
  const preloads: string[] = []

  const withStyles = html.replace(/<link(?=[^>]* rel="stylesheet")[^>]* href="([^"]+)"[^>]*\/>/g, (whole, href: string) => {
    const css = styleSheet(href)
    if (css === undefined) return whole
    styleHashes.push(styleHashOf(css))
    // The link stays for React, which expects it there with its address; a disabled one is never loaded.
    return `<style>${css}</style><link rel="stylesheet" href="${href}" disabled=""/>`
  })
  const withAssets = assetOrigin ? withStyles.replaceAll('"/assets/', `"${assetOrigin}/assets/`) : withStyles
  const withoutPreloads = withAssets.replace(/<link(?=[^>]* rel="modulepreload")[^>]*\/>/g, (preload) => {
    preloads.push(preload)
    return ''
  })
  const scriptHashes: string[] = []
  const marked = new RegExp(`<script([^>]*?) nonce="${scriptMark}"([^>]*)>(.*?)</script>`, 'gs')
  const withScripts = withoutPreloads.replace(marked, (_whole, before: string, after: string, body: string) => {
    if (body) scriptHashes.push(hashOf(body))
    return `<script${before}${after}>${body}</script>`
  })
  const finished = withScripts.replaceAll(` nonce="${scriptMark}"`, '').replace('</body>', `${withoutMark(preloads, scriptMark)}</body>`)
  return { html: finished, policy: contentPolicy({ scriptHashes, styleHashes, formTargets, frameTargets, assetOrigin, tileOrigin }) }
}

function withoutMark(preloads: string[], mark: string): string {
  return preloads.join('').replaceAll(` nonce="${mark}"`, '')
}

const knownStyles = new Map<string, string>()

/** Style sheets are few and built once: their hashes are worth keeping. */
function styleHashOf(css: string): string {
  const known = knownStyles.get(css) ?? hashOf(css)
  knownStyles.set(css, known)
  return known
}

function hashOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

type PolicyParts = { scriptHashes: string[]; styleHashes: string[] } & Pick<
  FinishOptions,
  'formTargets' | 'frameTargets' | 'assetOrigin' | 'tileOrigin'
>

function contentPolicy({ scriptHashes, styleHashes, formTargets, frameTargets = [], assetOrigin, tileOrigin }: PolicyParts): string {
  const tiles = tileOrigin ? [tileOrigin] : []
  const assets = assetOrigin ? ["'self'", assetOrigin] : ["'self'"]
  return [
    "default-src 'none'",
    ['script-src', ...assets, ...scriptHashes].join(' '),
    ['style-src', ...assets, ...styleHashes].join(' '),
    ['img-src', "'self'", 'data:', ...tiles].join(' '),
    ['connect-src', "'self'", ...tiles].join(' '),
    "manifest-src 'self'",
    ['form-action', "'self'", ...formTargets].join(' '),
    ...(frameTargets.length > 0 ? [['frame-src', ...frameTargets].join(' ')] : []),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // No text becomes markup but by the policy of portal/markup-policy.ts.
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
}
