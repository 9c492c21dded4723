import type { OutsideLine } from '../../../db/repositories/connections/outsideMoney.ts';

type ByInvoice = ReadonlyMap<string, number>;
/** A payment by invoice: its money, its credit memos, and the part settled by other means. */
export type AppliedMoney = Readonly<{ cash: ByInvoice; credits: ReadonlyMap<string, ByInvoice>; settled: ByInvoice; means: string }>;
const UNNAMED = 'other means';

/** Splits a total by weights; the parts add up to it to the cent. */
const shared = (total: number, weights: readonly number[]): number[] => {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let [before, given] = [0, 0];
  return weights.map((weight) => {
    before += weight;
    const part = (sum === 0 ? 0 : Math.round((total * before) / sum)) - given;
    given += part;
    return part;
  });
};

/**
 * Distributes a payment's credit memos and money over its invoices in proportion to the amounts applied, to the cent (decisions 2.20); any
 * rest was settled by other means (decisions 2.27).
 * @param money the applied part of the payment that is money; negative if it was refunded, to the invoices named by the lines
 */
export const appliedBy = (lines: readonly OutsideLine[], money: number): AppliedMoney => {
  const invoices = lines.filter(({ target_kind }) => target_kind === 'invoice');
  if (money < 0) {
    const cash = new Map(invoices.map(({ target_id, amount_cents }) => [target_id, amount_cents]));
    return { cash, credits: new Map(), settled: new Map(), means: UNNAMED };
  }
  const remaining = new Map(invoices.map(({ target_id, amount_cents }) => [target_id, amount_cents]));
  const credits = new Map<string, Map<string, number>>();
  for (const memo of lines.filter(({ target_kind }) => target_kind === 'credit_memo')) {
    const total = Math.min(
      memo.amount_cents,
      [...remaining.values()].reduce((sum, cents) => sum + cents, 0),
    );
    const parts = shared(
      total,
      invoices.map(({ target_id }) => Math.max(0, remaining.get(target_id) ?? 0)),
    );
    credits.set(memo.target_id, new Map(invoices.map(({ target_id }, index) => [target_id, parts[index] ?? 0])));
    invoices.forEach(({ target_id }, index) => {
      remaining.set(target_id, (remaining.get(target_id) ?? 0) - (parts[index] ?? 0));
    });
  }
  const open = [...remaining].map(([target, cents]) => [target, Math.max(0, cents)] as const);
  const total = open.reduce((sum, [, cents]) => sum + cents, 0);
  const parts = shared(
    Math.max(0, Math.min(money, total)),
    open.map(([, cents]) => cents),
  );
  const others = new Set(lines.flatMap(({ target_kind, target_id }) => (target_kind === 'other' ? [target_id] : [])));
  return {
    cash: new Map(open.map(([target], index) => [target, parts[index] ?? 0])),
    credits,
    settled: new Map(open.map(([target, cents], index) => [target, cents - (parts[index] ?? 0)])),
    means: [...others].sort().join(', ') || UNNAMED,
  };
};
