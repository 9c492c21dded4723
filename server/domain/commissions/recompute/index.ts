/**
 * Makes commission records what the facts and the commission configuration say (decisions 2.02, 2.03, 2.11).
 *
 * Who writes a fact asks `touchedBy` before and after, and gives both answers, in the same transaction and before the audit row of the
 * change, to one of two:
 *   follow       for what a person writes: computed at once, unless its quota period is marked or it is long; then it is marked
 *   markTouched  for many facts: marked, under a run of `beginRun`, and computed soon after by `computeMarks`, the job
 * Both compute by `recomputeTouched` or its twin for marked pairs, `computeMarked`, for a batch of people at a time, in this order:
 *   1. closedMonths      which months are closed, and with which configuration each was
 *   2. rangesOf          the touched days widened to whole quota periods, of managers of teams too
 *   3. readPeriods       facts and records of those ranges, and of what moved out of them over a closed month
 *   4. diffPerson        person by person, pure:
 *        credits           what of each invoice is the person's, and under which plan
 *        expectedRecords   the engine over each quota period
 *        recordValues      what payments, adjustments and payouts make of it: released, due, status
 *        lateFacts/compareClosed   what closed months would show by the facts of today
 *   5. writeDiffs        only records that differ
 *   6. lateFacts/settle and propose   differences of closed months as proposals of the open one
 *   7. bonuses/settleBonuses  levels that people reached or lost by it
 *   8. credit memos of what changed in other quota periods: again from 2, or marked
 *   9. keepSums          sums of people's months
 *  10. notices           to whom a record became due or overpaid
 *  11. what all writers lock: sums of the company, and last the audit rows
 *
 * `markEverybody` has everything computed under a new configuration, `previewEverybody` does it without writing, and `beginDay` for what
 * time alone changes.
 */
export { amountsIn, type MonthAmount } from './amountsIn.ts';
export { beginDay, DAY_JOB } from './beginDay.ts';
export { monthOfDay, readClosedMonths } from './closedMonths.ts';
export { computeMarks } from './computeMarks.ts';
export { type ComputedPart, type ComputingThread, computingOver, ThreadGoneError, type ThreadStart } from './computing.ts';
export { creditOf, hasTeams, personPeriodOf, planOn, quotaPeriodOf } from './credits.ts';
export { readAndDiff } from './diffPeople.ts';
export type { PersonDiff } from './diffPerson.ts';
export { type ExpectedRecord, expectedRecords, holderOf } from './expectedRecords.ts';
export { follow } from './follow.ts';
export type { Cause } from './lateFacts/propose.ts';
export { lockWithManagers } from './managers.ts';
export { markEverybody, openDaysOf } from './markEverybody.ts';
export { beginRun, endWriting, goOnWriting, markTouched } from './marks.ts';
export { movedThen } from './moved.ts';
export { asRecorded, creditedBy, type Families, readFamilies, rootOf } from './originals.ts';
export { personAmounts } from './personGain.ts';
export { previewEverybody } from './previewEverybody.ts';
export { type FactsPreview, previewFacts } from './previewFacts.ts';
export { recomputeTouched } from './recomputeTouched.ts';
export { isEmptied, wasExcluded } from './recordValues.ts';
export { type Touched, touchedBy, type WrittenFacts } from './touched.ts';
