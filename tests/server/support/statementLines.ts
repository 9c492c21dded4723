import { expect } from 'vitest';
import { recomputeRun } from '../../../contract/rules/statements/recompute.ts';
import type { DateRange } from '../../../contract/rules/time/period.ts';
import { checkStatement } from '../../../server/domain/statements/statementCheck.ts';
import type { Facts } from './facts.ts';

/** A person's statement lines: amounts, net revenue and reasons, each as recorded and as recomputed from the statement. */
const recomputedLines = async (store: Facts['store'], user: number, range: DateRange) => {
  const runs = await checkStatement(store, user, range);
  const facts = await store.statements.facts(user, range.start_date, range.end_date, range.end_date);
  const nets = new Map(facts?.records.map(({ id, net_cents }) => [id, net_cents]));
  return runs.flatMap(recomputeRun).map(({ record: { id, amount, reasons }, line, net }) => ({
    amount: [amount, line?.amount],
    net: [nets.get(id), net ?? nets.get(id)],
    reasons: [reasons, line?.parts.map((part) => [part.clause, part.amount])],
  }));
};

/** Expects this many lines in a person's statement, each recomputed to the same amount and net revenue for the same reasons. */
export const expectLinesRecomputed = async (store: Facts['store'], user: number, range: DateRange, count: number): Promise<void> => {
  const lines = await recomputedLines(store, user, range);
  expect(lines).toHaveLength(count);
  for (const { amount, net, reasons } of lines) {
    expect(amount[1]).toBe(amount[0]);
    expect(net[1]).toBe(net[0]);
    expect(reasons[1]).toEqual(reasons[0]);
  }
};
