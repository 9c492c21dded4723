/** The amounts priced by each clause of a plan (decisions 2.09). */
export { readPricedClauses } from './pricedClauses.ts';
export { readPricedRows } from './pricedRows.ts';
