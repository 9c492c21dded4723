import type { SnapshotFrom } from 'xstate';
import type { listMachine } from '../../machines/lists/list.machine.ts';
import type { ListSort, OpenRow } from '../../machines/lists/listQuestion.ts';
import { connectPages, type PagesSnapshot, type TotalsSnapshot } from './connectPages.ts';

/** The search texts and sort value of a row, used if the server does not search or sort (spec 2.35, 2.36). */
export type ClientSideRows<Row> = Readonly<{
  words?: (row: Row) => readonly string[];
  sortValue?: (row: Row, key: string) => number | string;
}>;

export const searchRows = <Row>(rows: readonly Row[], search: string, toSearchText: (row: Row) => readonly string[]): readonly Row[] => {
  const query = search.trim().toLowerCase();
  return query === '' ? rows : rows.filter((row) => toSearchText(row).some((text) => text.toLowerCase().includes(query)));
};

const compare = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Stable: equal rows keep their order. */
const sortRows = <Row>(rows: readonly Row[], sort: ListSort | null, sortValue: (row: Row, key: string) => number | string) => {
  if (!sort) return rows;
  const sign = sort.direction === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(sortValue(a, sort.key), sortValue(b, sort.key)));
};

/** The open row with its neighbors above and below; its row is null if it is on another page. */
export const findOpenRow = <Row extends { id: string }>(openRow: OpenRow | null, rows: readonly Row[]) => {
  if (openRow === null) return null;
  const index = rows.findIndex(({ id }) => id === openRow.id);
  const neighbour = (delta: number): string | null => (index < 0 ? null : (rows[index + delta]?.id ?? null));
  return { ...openRow, row: rows[index] ?? null, previous: neighbour(-1), next: neighbour(1) };
};

type ListChoice = Pick<SnapshotFrom<typeof listMachine>['context'], 'filters' | 'search' | 'searches' | 'sort' | 'sorts' | 'opened'>;

/** Maps a list's question and its pages snapshot to the table's view. */
export const connectList = <Row extends { id: string }, Summary>(
  { filters, search, searches, sort, sorts, opened: openRow }: ListChoice,
  pages: PagesSnapshot<Row, Summary>,
  { words: toSearchText, sortValue }: ClientSideRows<Row>,
  separateTotals?: TotalsSnapshot,
) => {
  const page = connectPages<Row, Summary>(pages, separateTotals);
  const matchingRows = searches === 'page' && toSearchText ? searchRows(page.loaded, search, toSearchText) : page.loaded;
  const rows = sorts === 'page' && sortValue ? sortRows(matchingRows, sort, sortValue) : matchingRows;
  return { ...page, rows, filters, search, searches, sort, opened: findOpenRow(openRow, rows) };
};
