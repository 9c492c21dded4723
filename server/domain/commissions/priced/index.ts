/** The amounts priced by each clause of a plan (decisions 2.09). */
export { pricedClauses } from './pricedClauses.ts';
export { pricedRows } from './pricedRows.ts';
