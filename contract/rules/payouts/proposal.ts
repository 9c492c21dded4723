import { type OverPaid, recoverable } from '../commission/clawback.ts';
import type { Clawback } from '../commission/plan.ts';
import type { Cents } from '../money.ts';
import { proposeAllocation } from '../payments/allocate.ts';
import type { Day } from '../time/period.ts';

/** What is due on a record or an adjustment and in no payment under way; below zero it is taken back. */
export type DueLine = Readonly<{ kind: 'record' | 'adjustment'; id: number; amount: Cents }>;
/** A record, or an adjustment without one, on which more was paid than is released. */
export type OverPaidLine = OverPaid & Pick<DueLine, 'kind' | 'id'>;
export type PersonDue = Readonly<{
  lines: readonly DueLine[];
  overPaid: readonly OverPaidLine[];
  clawback: Clawback;
  asOf: Day;
}>;
/**
 * `due` is the sum of the lines; `kept` what a clawback holds back of it, as lines on what is overpaid, and `over` the overpaid rest; `amount`
 * what is paid.
 */
export type Proposed = Readonly<{ due: Cents; kept: Cents; over: Cents; amount: Cents; lines: readonly DueLine[]; carried: boolean }>;

/** Newest first: what was paid last is taken back first. Only what the window of the clawback reaches. */
const keptLines = (kept: Cents, { overPaid, clawback, asOf }: PersonDue): DueLine[] => {
  let left = kept;
  return overPaid
    .filter((one) => recoverable({ ...clawback, maxShareOfPayout: 1 }, [one], one.over, asOf) > 0)
    .toSorted((a, b) => (a.paidOn === b.paidOn ? a.id - b.id : a.paidOn < b.paidOn ? 1 : -1))
    .flatMap(({ kind, id, over }) => {
      const part = Math.min(left, over);
      left -= part;
      return part === 0 ? [] : [{ kind, id, amount: -part }];
    });
};

/** One line for each record: a memo may be netted in part and kept in part. */
const merged = (lines: readonly DueLine[]): DueLine[] => {
  const byKey = new Map<string, DueLine>();
  for (const line of lines) {
    const key = `${line.kind} ${line.id}`;
    byKey.set(key, { ...line, amount: line.amount + (byKey.get(key)?.amount ?? 0) });
  }
  return [...byKey.values()];
};

/**
 * What a payout run proposes for one person (decisions 2.16): everything that is due, less what a clawback keeps, which is allocated to the
 * what is overpaid in the same payout. A total that is not above zero is carried forward: nothing is paid, and nothing is settled.
 */
export const proposePayout = (person: PersonDue): Proposed => {
  const due = person.lines.reduce((sum, { amount }) => sum + amount, 0);
  const over = person.overPaid.reduce((sum, one) => sum + one.over, 0);
  if (due <= 0) return { due, kept: 0, over, amount: 0, lines: [], carried: person.lines.length > 0 || over > 0 };
  const kept = recoverable(person.clawback, person.overPaid, due, person.asOf);
  return { due, kept, over: over - kept, amount: due - kept, lines: merged([...person.lines, ...keptLines(kept, person)]), carried: false };
};

/** The lines of a smaller amount: what is taken back stays, and of the rest the oldest is paid first. `amount` is at most the lines' sum. */
export const linesFor = (amount: Cents, lines: readonly DueLine[]): readonly DueLine[] => {
  const back = lines.filter((line) => line.amount < 0);
  const taken = back.reduce((sum, line) => sum + line.amount, 0);
  const paid = proposeAllocation(
    amount - taken,
    lines.map((line, at) => ({ key: String(at), open: line.amount })),
  );
  return [
    ...paid.flatMap(({ key, amount: part }) => (lines[Number(key)] ? [{ ...(lines[Number(key)] as DueLine), amount: part }] : [])),
    ...back,
  ];
};
