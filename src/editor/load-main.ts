/** Loads `main.ts`, which contains everything except registrations, to keep activation fast. */
export type LoadMain = () => Promise<typeof import('./main.ts')>;
