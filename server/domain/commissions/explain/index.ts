/** Why a record is what it is on a day (`explainCommission`), how a range's total came about (`commissionChanges`), and what a thing moved (`wakeOfThing`). */
export { commissionChanges } from './changes.ts';
export { explainCommission } from './explain.ts';
export { wakeOfThing } from './wake.ts';
