import type { Cents } from '../money.ts';

/** The open amount of a record or an adjustment. `family`: its invoice or, for a credit memo, the invoice that it credits. */
type OpenAmount = Readonly<{ kind: 'record' | 'adjustment'; id: number; family: number | null; open: Cents }>;
type Line = Readonly<{ kind: OpenAmount['kind']; id: number; amount: Cents }>;
/** `open`: the amount left to pay or recover; `settled`: the part of it that credit memos reverse, with their lines in `memoLines`. */
export type NetOwed<Row extends OpenAmount> = Row & Readonly<{ settled: Cents; memoLines: readonly Line[] }>;

/** Credit memos only reduce the unpaid amount due on their own invoice (decisions 2.24); nobody is paid the part they reverse. */
export const netDue = <Row extends OpenAmount>(rows: readonly Row[]): NetOwed<Row>[] => {
  const memosOf = new Map<number, { id: number; left: Cents }[]>();
  for (const { kind, id, family, open } of rows)
    if (kind === 'record' && family !== null && open < 0) memosOf.set(family, [...(memosOf.get(family) ?? []), { id, left: -open }]);
  const netItems = rows.map((row): NetOwed<Row> => {
    const memoLines: Line[] = [];
    let { open } = row;
    for (const memo of row.kind === 'record' && open > 0 ? (memosOf.get(row.family ?? 0) ?? []) : []) {
      const part = Math.min(open, memo.left);
      if (part === 0) continue;
      memo.left -= part;
      open -= part;
      memoLines.push({ kind: 'record', id: memo.id, amount: -part });
    }
    return { ...row, open, settled: row.open > 0 ? row.open - open : 0, memoLines };
  });
  const remainingByMemo = new Map([...memosOf.values()].flat().map(({ id, left }) => [id, left]));
  return netItems
    .map((row) =>
      row.kind === 'record' && row.open < 0 && remainingByMemo.has(row.id)
        ? { ...row, open: -(remainingByMemo.get(row.id) ?? 0) || 0 }
        : row,
    )
    .filter(({ open }) => open !== 0);
};

/** The lines of a payment; if it pays the rest of an invoice, the lines that settle its credit memos are included. */
export const withSettled = (lines: readonly Line[], items: readonly NetOwed<OpenAmount>[]): Line[] => {
  const itemOf = new Map(items.map((item) => [`${item.kind} ${item.id}`, item]));
  const amounts = new Map<string, Line>();
  const add = (line: Line): void => {
    const key = `${line.kind} ${line.id}`;
    amounts.set(key, { ...line, amount: line.amount + (amounts.get(key)?.amount ?? 0) });
  };
  for (const line of lines) {
    const item = itemOf.get(`${line.kind} ${line.id}`);
    const isPaid = item !== undefined && item.settled > 0 && line.amount === item.open;
    add(isPaid ? { ...line, amount: line.amount + item.settled } : line);
    if (isPaid) for (const memoLine of item.memoLines) add(memoLine);
  }
  return [...amounts.values()];
};
