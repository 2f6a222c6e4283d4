import type { Section } from './performance-page.ts'
export async function measurePayments(): Promise<Section> {
  return { title: 'Payments', how: [], goals: [], tables: [] }
}
