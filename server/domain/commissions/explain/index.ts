/** Explains a record (`explainCommission`), changes of a range's total (`commissionChanges`) and effects of one fact (`wakeOfThing`). */
export { commissionChanges } from './changes.ts';
export { explainCommission } from './explain.ts';
export { wakeOfThing } from './wake.ts';
