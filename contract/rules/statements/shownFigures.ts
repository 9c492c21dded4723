import type { Cents } from '../money.ts';
import type { StatementFigures } from './recompute.ts';

type Balance = keyof StatementFigures['balances'];
/** Names a figure on the page of a statement's HTML file (`data-figure`). */
export type FigureKey =
  | Balance
  | `line.${number}.${'net' | 'amount'}`
  | `${'adjustment' | 'payout'}.${number}`
  | `total.${'earned' | 'adjusted' | 'paid'}`;
/** Figures as a page shows them, in its order. */
export type ShownFigures = readonly (readonly [key: string, text: string])[];

/** Every figure that a statement's page must show, in cents; the payouts lower the balance, and a table without rows has no total. */
export const figuresToShow = ({
  balances,
  lines,
  adjustments,
  payouts,
}: Omit<StatementFigures, 'runs'>): readonly (readonly [FigureKey, Cents])[] => {
  const total = (name: 'earned' | 'adjusted' | 'paid', rows: readonly object[]): readonly (readonly [FigureKey, Cents])[] =>
    rows.length === 0 ? [] : [[`total.${name}`, balances[name]]];
  return [
    ...(['opening', 'earned', 'adjusted', 'closing'] as const).map((name) => [name, balances[name]] as const),
    ['paid', 0 - balances.paid],
    ...lines.flatMap(({ record, net, amount }): (readonly [FigureKey, Cents])[] => [
      [`line.${record}.net`, net],
      [`line.${record}.amount`, amount],
    ]),
    ...adjustments.map(({ amount }, index) => [`adjustment.${index}`, amount] as const),
    ...payouts.map(({ amount }, index) => [`payout.${index}`, amount] as const),
    ...total('earned', lines),
    ...total('adjusted', adjustments),
    ...total('paid', payouts),
  ];
};

/** The keys of figures that are missing, shown differently, shown twice, or not part of this statement. @param figure formats cents */
export const differencesOf = (
  figures: Omit<StatementFigures, 'runs'>,
  shown: ShownFigures,
  figure: (cents: Cents) => string,
): ReadonlySet<string> => {
  const unseen = new Map<string, string>(figuresToShow(figures).map(([key, cents]) => [key, figure(cents)]));
  const differences = new Set<string>();
  for (const [key, text] of shown) {
    if (unseen.get(key) !== text) differences.add(key);
    unseen.delete(key);
  }
  return new Set([...differences, ...unseen.keys()]);
};
