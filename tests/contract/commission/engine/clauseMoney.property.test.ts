import fc from 'fast-check';
import { it } from 'vitest';
import { checkClauseMoney, clauseHistories } from '../../support/clauseMoney.ts';

it(
  'decisions 2.08: loses no cent with manual splits, memos, holds, bonuses and draws; `npm run soak -- clauses` tries 100,000',
  () =>
    fc.assert(
      fc.property(clauseHistories, (history) => void checkClauseMoney(history)),
      { numRuns: 300 },
    ),
  60_000,
);
