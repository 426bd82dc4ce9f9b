/**
 * Loads `main.ts`, which holds everything but the registrations: so an extension that is active but not used costs
 * almost nothing.
 */
export type LoadMain = () => Promise<typeof import('./main.ts')>;
