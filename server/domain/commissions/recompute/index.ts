/**
 * Computes commission records from the facts and the commission configuration (decisions 2.02, 2.03, 2.11).
 *
 * A writer of facts calls `affectedBy` before and after the change, and passes both results, in the same transaction and before the change's
 * audit entry, to one of these:
 *   recomputeOrMark  for a person's change: computed at once, unless its quota period is marked or takes long; then it is marked
 *   markAffected     for many facts: marked under a run of `beginRun`, and computed shortly afterwards by `computeMarks`, the job
 * Both use `recomputeAffected` or its twin for marked pairs, `computeMarked`, which process a batch of people in this order:
 *   1. closedMonths      the closed months, each with its configuration
 *   2. rangesOf          the affected days extended to whole quota periods, including those of team managers
 *   3. readPeriods       facts and records of those ranges, and of facts that moved out of them across a closed month
 *   4. diffPerson        person by person, pure:
 *        credits           the person's part of each invoice, and the plan for it
 *        expectedRecords   runs the engine over each quota period
 *        recordValues      applies payments, adjustments and payouts: released, due, status
 *        lateFacts/compareClosed   results of closed months by today's facts
 *   5. writeDiffs        only records that differ
 *   6. lateFacts/settle and propose   differences of closed months become proposals in the open month
 *   7. bonuses/settleBonuses  levels reached or lost
 *   8. credit memos of changed records in other quota periods: again from step 2, or marked
 *   9. updateTotals      totals of people's months
 *  10. notices           to people whose records became due or overpaid
 *  11. rows that all writers lock: company totals, then audit entries
 *
 * `markEverybody` marks everyone for a new configuration, `previewEverybody` computes the same without writing, and `beginDay` applies
 * changes due to the date alone.
 */

export { type AffectedDay, affectedBy, type WrittenFacts } from './affected.ts';
export { computeAmounts, type MonthAmount } from './amountsIn.ts';
export { beginDay, DAY_JOB } from './beginDay.ts';
export { settleContests } from './bonuses/index.ts';
export { monthOfDay, readClosedMonths } from './closedMonths.ts';
export { computeMarks } from './computeMarks.ts';
export { readAndDiff } from './diffPeople.ts';
export type { PersonDiff, RecordChange } from './diffPerson.ts';
export {
  asRecorded,
  creditedBy,
  creditOf,
  type ExpectedRecord,
  expectedRecords,
  type Families,
  familiesFrom,
  holderOf,
  isEmptied,
  isOutsideQuota,
  movedAsRecorded,
  partsOfRecord,
  personPeriodOf,
  planOn,
  quotaPeriodOf,
  readFamilies,
  rootOf,
  rootsOf,
  teamReachOf,
} from './expected/index.ts';
export { lockWithManagers } from './managers.ts';
export { markEverybody, openDaysOf } from './markEverybody.ts';
export { beginRun, endMarkRun, extendMarkRun, markAffected } from './marks.ts';
export { personAmounts } from './personAmounts.ts';
export { previewEverybody } from './previewEverybody.ts';
export { type FactsChange, type FactsPreview, previewFacts } from './previewFacts.ts';
export type { Cause } from './proposals.ts';
export { optionalFactsOf } from './readPeriods.ts';
export { recomputeAffected } from './recomputeAffected.ts';
export { recomputeOrMark } from './recomputeOrMark.ts';
export { tryPeople } from './tryPeople.ts';
