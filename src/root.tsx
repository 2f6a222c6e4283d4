import { Link, Links, Meta, Outlet, redirect, Scripts, useMatches, useRouteLoaderData } from 'react-router'
import { DEFAULT_LANGUAGE } from '#shared/language.ts'
import { maskAddress } from '#shared/mask-address.ts'
import { pathInsidePortal } from '#shared/safe-addresses.ts'
import { PageFrame } from '#portal/layout/page-frame.tsx'
import { ScrollMemory } from '#portal/layout/scroll-memory.tsx'
import { surroundings } from '#portal/page-context.ts'
import { PlaceLinkContext } from '#portal/ui/place-link.tsx'
import { readContent } from '#portal/texts.ts'
import type { Route } from './+types/root.ts'
import './portal/styles/base.css'

export { ErrorPage as ErrorBoundary } from '#portal/layout/error-page.tsx'

/** Abuse 86: an address that holds a secret is left for the same one without it, before anything is shown. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request }, next) => {
    const { pathname, search } = new URL(request.url)
    const masked = maskAddress(pathname + search)
    if (request.method === 'GET' && masked !== pathname + search) throw redirect(pathInsidePortal(masked), { status: 303 })
    return next()
  },
]

export async function loader({ context }: Route.LoaderArgs) {
  const { language, sandboxUrl } = context.get(surroundings)
  const [texts, loadingTexts, footerTexts, header, footer] = await Promise.all([
    readContent(context, 'orp-translation'),
    readContent(context, 'loader-translation'),
    readContent(context, 'footer-translation'),
    readContent(context, 'website-headers-config'),
    readContent(context, 'website-footer-config'),
  ])
  return { language, sandboxUrl, texts, loadingTexts, footerTexts, headerLinks: header.links, footerLinks: footer.links }
}

/** The frame changes with the language and with nothing else: on a slow link it is not fetched again. */
export function shouldRevalidate({ formAction }: { formAction?: string }) {
  return formAction === '/language'
}

export function Layout({ children }: { children: React.ReactNode }) {
  const frame = useRouteLoaderData<typeof loader>('root')
  return (
    <html lang={frame?.language ?? DEFAULT_LANGUAGE}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#17153b" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
        <RefreshWithoutScript />
      </head>
      <body>
        {children}
        <ScrollMemory />
        <Scripts />
      </body>
    </html>
  )
}

/** A page that waits for something asks again by itself where no script does it. Its loader says how soon. */
function RefreshWithoutScript() {
  const seconds = useMatches()
    .map(({ loaderData }) => refreshSecondsIn(loaderData))
    .find((found) => found !== null)
  if (!seconds) return null
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(seconds)} />
    </noscript>
  )
}

function refreshSecondsIn(loaderData: unknown): number | null {
  const isObject = typeof loaderData === 'object' && loaderData !== null
  return isObject && 'refreshSeconds' in loaderData && typeof loaderData.refreshSeconds === 'number' ? loaderData.refreshSeconds : null
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <PlaceLinkContext value={routerLink}>
      <PageFrame frame={loaderData}>
        <Outlet />
      </PageFrame>
    </PlaceLinkContext>
  )
}

/** Followed without loading the frame again. */
function routerLink({ href, ...rest }: { href: string; children: React.ReactNode }) {
  return <Link to={href} {...rest} />
}
