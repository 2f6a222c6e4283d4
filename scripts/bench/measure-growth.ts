import type { Section } from './performance-page.ts'
export async function measureGrowth(): Promise<Section> {
  return { title: 'Growth', how: [], goals: [], tables: [] }
}
