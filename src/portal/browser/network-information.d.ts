/** The part of the platform's network information that browsers in the field have, and TypeScript's own list of the platform has not. */
interface Navigator {
  readonly connection?: { saveData?: boolean; effectiveType?: string }
}
