import type { ComponentProps, ReactNode } from 'react'
import { AuditLogView } from './pages/audit-log/audit-log-view.tsx'
import { PaymentsView } from './pages/payments/payments-view.tsx'

/** The view of every page, by its name. They are built into build/console and render on the server. */
const VIEWS = {
  'audit-log': AuditLogView,
  payments: PaymentsView,
} as const

export type ViewName = keyof typeof VIEWS
export type ViewProps<Name extends ViewName> = ComponentProps<(typeof VIEWS)[Name]>

/** `consolePage` checks that a page's data are the properties of its view; a method's parameters are compared both ways. */
type AnyView = { render(props: object): ReactNode }['render']

export function viewNamed(name: ViewName): AnyView {
  return VIEWS[name]
}
