import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie } from '#server/security/cookies.ts'
import type { Staff, StaffRole } from '#shared/staff-role.ts'
import type { AloneKind, ConsoleFiles, FailureKind, Framed } from '../console-bundle.tsx'
import { DEFAULT_CONSOLE_LANGUAGE, isConsoleLanguage, type ConsoleLanguage } from '../console-language.ts'
import type { ConsoleNotice } from '../console-notice.ts'
import type { ConsolePage } from '../console-page.ts'
import type { ConsoleRequest } from '../console-request.ts'
import { MENU_KEYS, type MenuEntry } from '../frame/menu.ts'
import type { ViewName } from '../views.tsx'
import type { ConsoleOptions } from './console-options.ts'
import type { ConsoleSession } from './sessions.ts'

export const LANGUAGE_COOKIE = 'console-language'

/** A request with its open session. */
export type Signed = { request: FastifyRequest; reply: FastifyReply; session: ConsoleSession }

type Shown = {
  asked: ConsoleRequest
  page: ConsolePage | null
  status: number
  notice?: ConsoleNotice | null
  isDone?: boolean
  typed?: Readonly<Record<string, string>>
  showsNumbers?: boolean
}

export type Answers = ReturnType<typeof createAnswers>

type Deps = Pick<ConsoleOptions, 'pages' | 'loadBundle' | 'mode'> & { files: ConsoleFiles }

/** Rendering: every page of the console in the reader's language and roles. */
export function createAnswers({ pages, loadBundle, mode, files }: Deps) {
  async function framed(
    { request, session }: Signed,
    { asked, page, notice = null, isDone = false, typed = {}, showsNumbers = false }: Shown,
  ): Promise<Framed> {
    const { language, staff } = asked
    const idleSeconds = Math.max(0, Math.round((session.idleEndsAt.getTime() - asked.now.getTime()) / 1000))
    return {
      view: { language, staff, address: addressOf(asked.url), formToken: session.formToken, typed },
      facts: { menu: await menuFor(asked, request), current: page?.menu ?? null, mode, notice, isDone, showsNumbers },
      files,
      idleSeconds,
    }
  }

  /** The entries of the rail whose page exists; figures only of what this person may read. A figure that cannot be read is left out. */
  async function menuFor(asked: ConsoleRequest, { log }: FastifyRequest): Promise<MenuEntry[]> {
    const entries = MENU_KEYS.flatMap((key) => {
      const page = pages.find(({ menu, path }) => menu === key && !path.includes(':'))
      return page ? [{ key, page }] : []
    })
    return Promise.all(
      entries.map(async ({ key, page }) => {
        const isLocked = !mayRead(asked.staff, page)
        const reading = isLocked ? null : page.countMenu?.(asked)
        const count = await reading?.catch((error: unknown) => {
          log.warn({ err: error, key }, 'menu figure')
          return null
        })
        return { key, href: page.path, isLocked, count: count ?? null }
      }),
    )
  }

  function send(reply: FastifyReply, status: number, html: string): FastifyReply {
    return reply.code(status).type('text/html; charset=utf-8').send(html)
  }

  return {
    /** Outside of a session: signing in, and why there is none. */
    async alone(request: FastifyRequest, reply: FastifyReply, { status, kind, to }: { status: number; kind: AloneKind; to: string }) {
      const bundle = await loadBundle()
      const language = languageOf(request)
      const view = { language, staff: { id: '', name: '', roles: [] }, address: to, formToken: '', typed: {} }
      return send(reply, status, bundle.renderAlone({ view, files }, { kind, to, requestId: status >= 500 ? request.id : null }))
    },
    async page(signed: Signed, shown: Shown, { title, name, props }: { title: string; name: ViewName; props: object }) {
      const bundle = await loadBundle()
      return send(signed.reply, shown.status, bundle.renderPage(await framed(signed, shown), { title, name, props }))
    },
    async wrongRole(signed: Signed, shown: Shown, { refused, needed }: { refused: 'page' | 'act'; needed: readonly StaffRole[] }) {
      const bundle = await loadBundle()
      const frame = await framed(signed, shown)
      const goOn = frame.facts.menu.find(({ isLocked }) => !isLocked) ?? null
      return send(signed.reply, shown.status, bundle.renderWrongRole(frame, { refused, needed, goOn }))
    },
    async failure(signed: Signed, shown: Shown, kind: FailureKind) {
      const bundle = await loadBundle()
      const to = addressOf(shown.asked.url)
      return send(signed.reply, shown.status, bundle.renderFailure(await framed(signed, shown), { kind, requestId: signed.request.id, to }))
    },
    /** Where a person begins: the first entry of the rail that is open to them. */
    home(staff: Staff): string {
      return pages.find((page) => page.menu !== null && !page.path.includes(':') && mayRead(staff, page))?.path ?? '/audit'
    },
  }
}

export function mayRead({ roles }: Staff, page: ConsolePage): boolean {
  return roles.some((role) => page.mayRead.includes(role))
}

export function addressOf({ pathname, search }: URL): string {
  return pathname + search
}

/** As chosen; else English for a browser that wants it first. */
export function languageOf({ headers }: FastifyRequest): ConsoleLanguage {
  const chosen = readCookie(headers.cookie, LANGUAGE_COOKIE)
  if (isConsoleLanguage(chosen)) return chosen
  const wanted = headers['accept-language']?.slice(0, 2).toLowerCase()
  return isConsoleLanguage(wanted) ? wanted : DEFAULT_CONSOLE_LANGUAGE
}
