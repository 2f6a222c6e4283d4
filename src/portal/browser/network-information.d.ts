/** The part of the Network Information API that browsers in use support and TypeScript's DOM types lack. */
interface Navigator {
  readonly connection?: { saveData?: boolean; effectiveType?: string }
}
