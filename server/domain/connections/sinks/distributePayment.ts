import type { OutsideLine } from '../../../db/repositories/connections/outsideMoney.ts';

type ByInvoice = ReadonlyMap<string, number>;
/** A payment by invoice: its money, its credit memos, and the part settled by other means. */
export type AppliedMoney = Readonly<{ cash: ByInvoice; credits: ReadonlyMap<string, ByInvoice>; settled: ByInvoice; means: string }>;
const OTHER_MEANS = 'other means';

/** Splits a total by weights; the parts add up to it to the cent. */
const splitByWeights = (total: number, weights: readonly number[]): number[] => {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let [before, assigned] = [0, 0];
  return weights.map((weight) => {
    before += weight;
    const part = (sum === 0 ? 0 : Math.round((total * before) / sum)) - assigned;
    assigned += part;
    return part;
  });
};

/**
 * Distributes a payment's credit memos and money over its invoices in proportion to the amounts applied, to the cent (decisions 2.20); any
 * rest was settled by other means (decisions 2.27).
 * @param money the applied part of the payment that is money; negative if it was refunded, to the invoices named by the lines
 */
export const distributePayment = (lines: readonly OutsideLine[], money: number): AppliedMoney => {
  const invoices = lines.filter(({ target_kind }) => target_kind === 'invoice');
  if (money < 0) {
    const cash = new Map(invoices.map(({ target_id, amount_cents }) => [target_id, amount_cents]));
    return { cash, credits: new Map(), settled: new Map(), means: OTHER_MEANS };
  }
  const remaining = new Map(invoices.map(({ target_id, amount_cents }) => [target_id, amount_cents]));
  const credits = new Map<string, Map<string, number>>();
  for (const memo of lines.filter(({ target_kind }) => target_kind === 'credit_memo')) {
    const total = Math.min(
      memo.amount_cents,
      [...remaining.values()].reduce((sum, cents) => sum + cents, 0),
    );
    const parts = splitByWeights(
      total,
      invoices.map(({ target_id }) => Math.max(0, remaining.get(target_id) ?? 0)),
    );
    credits.set(memo.target_id, new Map(invoices.map(({ target_id }, index) => [target_id, parts[index] ?? 0])));
    invoices.forEach(({ target_id }, index) => {
      remaining.set(target_id, (remaining.get(target_id) ?? 0) - (parts[index] ?? 0));
    });
  }
  const openAmounts = [...remaining].map(([target, cents]) => [target, Math.max(0, cents)] as const);
  const total = openAmounts.reduce((sum, [, cents]) => sum + cents, 0);
  const parts = splitByWeights(
    Math.max(0, Math.min(money, total)),
    openAmounts.map(([, cents]) => cents),
  );
  const others = new Set(lines.flatMap(({ target_kind, target_id }) => (target_kind === 'other' ? [target_id] : [])));
  return {
    cash: new Map(openAmounts.map(([target], index) => [target, parts[index] ?? 0])),
    credits,
    settled: new Map(openAmounts.map(([target, cents], index) => [target, cents - (parts[index] ?? 0)])),
    means: [...others].sort().join(', ') || OTHER_MEANS,
  };
};
