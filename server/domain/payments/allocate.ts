import type { AllocationKind } from '../../../contract/entities/payment.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { allocationFault, proposeAllocation } from '../../../contract/rules/payments/allocate.ts';
import { dollars } from '../shared/moneyText.ts';
import { formProblem, type Problem } from '../shared/problem.ts';
import type { RequestedLine } from './paymentForm.ts';

/** Something a payment can pay; lists are in order of due date. */
export type PayableItem = Readonly<{ kind: AllocationKind; id: number; label: string; open: Cents }>;
type AllocationRequest = Readonly<{
  amount: Cents;
  /** Null for oldest due first. */
  lines: readonly RequestedLine[] | null;
  items: readonly PayableItem[];
  /** True for a commission payment, which must be fully allocated; the rest of a customer payment becomes a credit. */
  all: boolean;
}>;

const t = messages.paymentRefusals;
const sentences = {
  twice: t.twice,
  gone: t.gone,
  zero: t.zero,
  below_zero: t.belowZero,
  above_zero: t.aboveZero,
  above_open: t.aboveOpen,
} as const;
const keyOf = ({ kind, id }: Pick<PayableItem, 'kind' | 'id'>): string => `${kind}-${id}`;

const refusal = (fault: NonNullable<ReturnType<typeof allocationFault>>, { amount, items }: AllocationRequest): Problem => {
  if (fault.fault === 'above_amount') return formProblem({ allocations: t.aboveAmount });
  if (fault.fault === 'not_all') return formProblem({ allocations: fill(t.notAll, { amount: dollars(amount) }) });
  const item = items.find((candidate) => keyOf(candidate) === fault.key);
  if (!item) return formProblem({ allocations: t.gone });
  const words = { label: item.label, open: dollars(item.open) };
  return formProblem({ allocations: fill(sentences[fault.fault], words) });
};

/** The requested lines, or oldest due first. @throws Problem 422 naming `allocations` */
export const allocateRequest = (request: AllocationRequest): readonly RequestedLine[] => {
  const { amount, lines, all } = request;
  const items = request.items.map((item) => ({ key: keyOf(item), open: item.open }));
  const byKey = new Map(request.items.map((item) => [keyOf(item), item]));
  const allocations = lines?.map((line) => ({ key: keyOf(line), amount: line.amount })) ?? proposeAllocation(amount, items);
  const fault = allocationFault(amount, allocations, items, all);
  if (fault) throw refusal(fault, request);
  return allocations.flatMap(({ key, amount: part }) => {
    const item = byKey.get(key);
    return item ? [{ kind: item.kind, id: item.id, amount: part }] : [];
  });
};
