import type { StaffRole } from '#shared/staff-role.ts'
import type { ConsoleAct, ConsoleRequest } from './console-request.ts'
import type { MenuKey } from './frame/menu.ts'
import type { ViewName, ViewProps } from './views.tsx'

export type PageResult<Props> =
  | { kind: 'page'; title: string; props: Props; status?: number }
  | { kind: 'redirect'; to: string }
  | { kind: 'not-found' }
  | { kind: 'file'; name: string; type: string; body: string }

export type MenuCount = { count: number; isUrgent: boolean }

/**
 * A page of the console. `GET path` shows it; `POST path/<name>` runs an act of it. `src/console/page-table.ts` lists all, and
 * `src/console/views.tsx` their views.
 */
export type ConsolePage = {
  /** '/payments/:reference' */
  path: string
  /** The marked entry of the rail; null when none is. */
  menu: MenuKey | null
  mayRead: readonly StaffRole[]
  view: ViewName
  load(request: ConsoleRequest): Promise<PageResult<object>>
  acts: Readonly<Record<string, ConsoleAct>>
  /** The figure at its entry in the rail, of the page that the entry leads to. */
  countMenu?(request: ConsoleRequest): Promise<MenuCount | null>
}

type PageParts<Name extends ViewName> = Omit<ConsolePage, 'view' | 'load' | 'acts'> & {
  view: Name
  load(request: ConsoleRequest): Promise<PageResult<ViewProps<Name>>>
  acts?: Readonly<Record<string, ConsoleAct>>
}

/** Checks that `load` returns what the view shows. */
export function consolePage<const Name extends ViewName>({ acts = {}, ...page }: PageParts<Name>): ConsolePage {
  return { ...page, acts }
}
