/** Explains a record (`explainCommission`), changes of a range's total (`commissionChanges`) and effects of one fact (`wakeOfSubject`). */
export { commissionChanges } from './changes.ts';
export { explainCommission } from './explain.ts';
export { wakeOfSubject } from './wake.ts';
