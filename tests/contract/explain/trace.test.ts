import fc from 'fast-check';
import { it } from 'vitest';
import { checkTrace, tracedHistories } from '../support/trace.ts';

it(
  'decisions 2.04: in random histories, links are symmetric, sums equal their parts, and the required change is enough but no more',
  () =>
    fc.assert(
      fc.property(tracedHistories, (history) => void checkTrace(history)),
      { numRuns: 100 },
    ),
  60_000,
);
