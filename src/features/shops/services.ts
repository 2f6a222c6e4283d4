/** What a shop can do for a visitor. Their words are in `storeLocator-translation`, under service_ and the name. */
export const SERVICES = ['sim', 'airtime', 'money', 'bills', 'devices', 'broadband', 'repair'] as const
