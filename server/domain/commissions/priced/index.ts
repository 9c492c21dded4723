/** What each clause of a plan priced (decisions 2.09). */
export { pricedClauses } from './pricedClauses.ts';
export { pricedRows } from './pricedRows.ts';
