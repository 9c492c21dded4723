import type { OutsideLine } from '../../../db/repositories/connections/outsideMoney.ts';

/** Of a payment: what of it is money, and what comes of which credit memo, by invoice there. */
export type Applied = Readonly<{ cash: ReadonlyMap<string, number>; credits: ReadonlyMap<string, ReadonlyMap<string, number>> }>;

/** A total shared by weights; the parts add up to it to the cent. */
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

/** Money and credit memos are shared over the invoices of a payment by what it applies to each, to the cent (decisions 2.20). */
export const appliedBy = (lines: readonly OutsideLine[]): Applied => {
  const invoices = lines.filter(({ target_kind }) => target_kind === 'invoice');
  const left = new Map(invoices.map(({ target_id, amount_cents }) => [target_id, amount_cents]));
  const credits = new Map<string, Map<string, number>>();
  for (const memo of lines.filter(({ target_kind }) => target_kind === 'credit_memo')) {
    const total = Math.min(
      memo.amount_cents,
      [...left.values()].reduce((sum, cents) => sum + cents, 0),
    );
    const parts = shared(
      total,
      invoices.map(({ target_id }) => Math.max(0, left.get(target_id) ?? 0)),
    );
    credits.set(memo.target_id, new Map(invoices.map(({ target_id }, at) => [target_id, parts[at] ?? 0])));
    invoices.forEach(({ target_id }, at) => {
      left.set(target_id, (left.get(target_id) ?? 0) - (parts[at] ?? 0));
    });
  }
  return { cash: left, credits };
};
