import type { AllocationKind } from '../../../contract/entities/payment.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { allocationFault, proposeAllocation } from '../../../contract/rules/payments/allocate.ts';
import { dollars } from '../shared/moneyText.ts';
import { type Problem, refusedForm } from '../shared/problem.ts';
import type { Line } from './paymentForm.ts';

/** Something a payment can pay; lists are in order of due date. */
export type Payable = Readonly<{ kind: AllocationKind; id: number; label: string; open: Cents }>;
type Allocating = Readonly<{
  amount: Cents;
  /** Null for oldest due first. */
  lines: readonly Line[] | null;
  items: readonly Payable[];
  /** True for a commission payment, which is always fully allocated; the rest of a customer payment becomes a credit. */
  all: boolean;
}>;

const text = messages.paymentRefusals;
const sentences = {
  twice: text.twice,
  gone: text.gone,
  zero: text.zero,
  below_zero: text.belowZero,
  above_zero: text.aboveZero,
  above_open: text.aboveOpen,
} as const;
const keyOf = ({ kind, id }: Pick<Payable, 'kind' | 'id'>): string => `${kind}-${id}`;

const refusal = (fault: NonNullable<ReturnType<typeof allocationFault>>, { amount, items }: Allocating): Problem => {
  if (fault.fault === 'above_amount') return refusedForm({ allocations: text.aboveAmount });
  if (fault.fault === 'not_all') return refusedForm({ allocations: fill(text.notAll, { amount: dollars(amount) }) });
  const item = items.find((one) => keyOf(one) === fault.key);
  if (!item) return refusedForm({ allocations: text.gone });
  const words = { label: item.label, open: dollars(item.open) };
  return refusedForm({ allocations: fill(sentences[fault.fault], words) });
};

/** The requested lines, or oldest due first. @throws Problem 422 naming `allocations` */
export const allocationOf = (asked: Allocating): readonly Line[] => {
  const { amount, lines, all } = asked;
  const items = asked.items.map((item) => ({ key: keyOf(item), open: item.open }));
  const byKey = new Map(asked.items.map((item) => [keyOf(item), item]));
  const chosen = lines?.map((line) => ({ key: keyOf(line), amount: line.amount })) ?? proposeAllocation(amount, items);
  const fault = allocationFault(amount, chosen, items, all);
  if (fault) throw refusal(fault, asked);
  return chosen.flatMap(({ key, amount: part }) => {
    const item = byKey.get(key);
    return item ? [{ kind: item.kind, id: item.id, amount: part }] : [];
  });
};
