/** One measured figure. `limit` is its upper limit, `peer` the same figure of the closest peer. */
export type Result = Readonly<{ what: string; value: number; limit?: number; peer?: number }>;

const number = (value: number): string => value.toFixed(value < 10 ? 2 : 0);

/** The results as a readable table. */
export const tableOf = (results: readonly Result[]): string => {
  const rows = results.map(({ what, value, limit, peer }) => [
    what,
    number(value),
    limit === undefined ? '' : number(limit),
    limit === undefined ? '' : (value / limit).toFixed(2),
    peer === undefined ? '' : (value / peer).toFixed(2),
  ]);
  const all = [['what', 'measured', 'limit', '÷ limit', '÷ peer'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all
    .map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '))
    .join('\n');
};
