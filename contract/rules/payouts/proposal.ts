import { type Overpayment, recoverable } from '../commission/clawback.ts';
import type { Clawback } from '../commission/plan.ts';
import type { Cents } from '../money.ts';
import { proposeAllocation } from '../payments/allocate.ts';
import type { Day } from '../time/period.ts';

/** The due amount of a record or an adjustment that is in no pending payment; negative: to be recovered. */
export type DueLine = Readonly<{ kind: 'record' | 'adjustment'; id: number; amount: Cents }>;
/** A record, or an adjustment without a record, that was paid more than is released. */
export type OverpaidLine = Overpayment & Pick<DueLine, 'kind' | 'id'>;
export type PersonDue = Readonly<{
  lines: readonly DueLine[];
  overPaid: readonly OverpaidLine[];
  clawback: Clawback;
  asOf: Day;
}>;
/**
 * `due`: sum of the lines; `kept`: the part that a clawback withholds, with lines on the overpaid items; `over`: the overpaid rest;
 * `amount`: the payment.
 */
export type Proposed = Readonly<{ due: Cents; kept: Cents; over: Cents; amount: Cents; lines: readonly DueLine[]; carried: boolean }>;

/** Newest first, because the latest overpayment is recovered first. Includes only overpayments within the clawback's window. */
const withheldLines = (keptBack: Cents, { overPaid, clawback, asOf }: PersonDue): DueLine[] => {
  let remaining = keptBack;
  return overPaid
    .filter((line) => recoverable({ ...clawback, maxShareOfPayout: 1 }, [line], line.over, asOf) > 0)
    .toSorted((a, b) => (a.paidOn === b.paidOn ? a.id - b.id : a.paidOn < b.paidOn ? 1 : -1))
    .flatMap(({ kind, id, over }) => {
      const part = Math.min(remaining, over);
      remaining -= part;
      return part === 0 ? [] : [{ kind, id, amount: -part }];
    });
};

/** One line per record: a memo may be partly netted and partly withheld. */
const lines = (mergeLines: readonly DueLine[]): DueLine[] => {
  const linesByKey = new Map<string, DueLine>();
  for (const line of mergeLines) {
    const key = `${line.kind} ${line.id}`;
    linesByKey.set(key, { ...line, amount: line.amount + (linesByKey.get(key)?.amount ?? 0) });
  }
  return [...linesByKey.values()];
};

/**
 * A payout run's proposal for one person (decisions 2.16): everything due, minus the amount that a clawback withholds, which is allocated
 * to the overpaid items in the same payout. A total of zero or less is carried forward: nothing is paid, and nothing is settled.
 */
export const proposePayout = (person: PersonDue): Proposed => {
  const due = person.lines.reduce((sum, { amount }) => sum + amount, 0);
  const totalOverPaid = person.overPaid.reduce((sum, line) => sum + line.over, 0);
  if (due <= 0) return { due, kept: 0, over: totalOverPaid, amount: 0, lines: [], carried: person.lines.length > 0 || totalOverPaid > 0 };
  const keptBack = recoverable(person.clawback, person.overPaid, due, person.asOf);
  return {
    due,
    kept: keptBack,
    over: totalOverPaid - keptBack,
    amount: due - keptBack,
    lines: lines([...person.lines, ...withheldLines(keptBack, person)]),
    carried: false,
  };
};

/** The lines of a smaller payment: recoveries stay, and of the others the oldest are paid first. `amount` is at most the lines' sum. */
export const linesForAmount = (amount: Cents, lines: readonly DueLine[]): readonly DueLine[] => {
  const deductions = lines.filter((line) => line.amount < 0);
  const deductedCents = deductions.reduce((sum, line) => sum + line.amount, 0);
  const paid = proposeAllocation(
    amount - deductedCents,
    lines.map((line, index) => ({ key: String(index), open: line.amount })),
  );
  return [
    ...paid.flatMap(({ key, amount: part }) => (lines[Number(key)] ? [{ ...(lines[Number(key)] as DueLine), amount: part }] : [])),
    ...deductions,
  ];
};
