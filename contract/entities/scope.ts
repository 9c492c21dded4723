/** A manager's pages show their team or the company (decisions 3.09). */
export const scopes = ['team', 'company'] as const;
export type Scope = (typeof scopes)[number];
