export { creditAsClosed } from './closedCredits.ts';
export { creditOf, personPeriodOf, planOfRecord, planOn, quotaPeriodOf, releaseOf, type Sellers, teamReachOf } from './credits.ts';
export {
  contains,
  type ExpectedRecord,
  expectedRecords,
  holderOf,
  isFullyRead,
  originalIn,
  type PeriodRules,
  type PersonFacts,
} from './expectedRecords.ts';
export { movedAsRecorded, movedBySettled } from './moved.ts';
export { asRecorded, creditedBy, type Families, familiesFrom, type Originals, readFamilies, rootOf, rootsOf } from './originals.ts';
export { hasSameParts, isOutsideQuota, partsOfRecord } from './recordReasons.ts';
export {
  closedValues,
  emptiedValues,
  isEmptied,
  isRecordHeld,
  type MemoFact,
  recordValues,
  releasableOf,
  type StoredMoney,
  type ValueContext,
} from './recordValues.ts';
export { saleOf } from './saleOf.ts';
