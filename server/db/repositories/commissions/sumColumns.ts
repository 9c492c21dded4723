/** Columns of a record that are summed unchanged. */
export const addedColumns = [
  ...(['gross_cents', 'net_cents', 'commissionable_cents', 'base_cents', 'over_cents'] as const),
  ...(['amount_cents', 'adjustments_cents', 'released_cents', 'paid_cents', 'due_cents'] as const),
] as const;
/** The sums per person-month and for the company, in storage order. `override_cents`: net that is also on the team's own records. */
export const sumColumns = ['records', 'positive_records', 'positive_net_cents', 'override_cents', ...addedColumns] as const;
type SumColumn = (typeof sumColumns)[number];
export type SumsRow = Readonly<Record<SumColumn, number>>;

const computedColumns: Readonly<Partial<Record<SumColumn, string>>> = {
  records: '1',
  positive_records: '(net_cents > 0)::int',
  positive_net_cents: 'greatest(net_cents, 0)',
  override_cents: "case credit when 'override' then net_cents else 0 end",
};
const joinColumns = (columnOf: (name: SumColumn) => string): string => sumColumns.map(columnOf).join(', ');
/** In SQL: the column names, the values of one record, and the sums over records. */
export const sumNames = joinColumns((name) => name);
export const rowExpressions = joinColumns((name) => `${computedColumns[name] ?? name} as ${name}`);
export const sumExpressions = joinColumns((name) => `sum(${computedColumns[name] ?? name}) as ${name}`);
