/** Why a record is what it is on a day (`explainCommission`), and how a range's total came about (`commissionChanges`). */
export { commissionChanges } from './changes.ts';
export { explainCommission } from './explain.ts';
