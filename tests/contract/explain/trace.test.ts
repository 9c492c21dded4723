import fc from 'fast-check';
import { it } from 'vitest';
import { tracedHistories, traceHolds } from '../support/trace.ts';

it(
  'decisions 2.04: both ways in random histories: links are symmetric, sums equal their parts, what it takes is enough and no less',
  () =>
    fc.assert(
      fc.property(tracedHistories, (history) => void traceHolds(history)),
      { numRuns: 100 },
    ),
  60_000,
);
