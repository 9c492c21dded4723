import { limits } from '../../../contract/limits.ts';
import { isSameSort, type ListSort, type Opened } from '../../machines/lists/listQuestion.ts';

/** What the address calls the parts of a list; what it has no name for it does not keep. */
export type ListNames = Readonly<{
  /** By the server's name of each filter: that of the address, and what it may be there. */
  filters: Readonly<Record<string, Readonly<{ name: string; accepts?: (value: string) => boolean }>>>;
  search?: string;
  page?: string;
  sort?: Readonly<{ name: string; keys: readonly string[] }>;
  /** An open row, by the tab that is in front. */
  rows?: Readonly<Record<string, string>>;
}>;

/** Further than this no address leads, since pages are walked to one by one. */
const MAX_PAGE = 50;

/** `key.asc` or `key.desc` of a column that there is. */
export const sortNamed = (named: string, keys: readonly string[]): ListSort | null => {
  const [key, direction] = named.split('.');
  return key && keys.includes(key) ? { key, direction: direction === 'desc' ? 'desc' : 'asc' } : null;
};

/** What an address says of a list; what it does not name, or names wrongly, is as if nobody chose. */
export const listFrom = (address: string, names: ListNames) => {
  const query = new URLSearchParams(address);
  const read = (name: string | undefined): string => (name && query.get(name)) || '';
  const front = Object.entries(names.rows ?? {}).find(([, name]) => read(name) !== '');
  return {
    filters: Object.fromEntries(
      Object.entries(names.filters).map(([key, { name, accepts }]) => [key, accepts?.(read(name)) === false ? '' : read(name)]),
    ),
    search: read(names.search).slice(0, limits.list.searchLength),
    page: Math.min(MAX_PAGE, Math.max(1, Math.trunc(Number(read(names.page))) || 1)),
    sort: names.sort ? sortNamed(read(names.sort.name), names.sort.keys) : null,
    opened: front ? { id: read(front[1]), front: front[0] } : null,
  };
};

type Shown = Readonly<{
  filters: Readonly<Record<string, string>>;
  search: string;
  sort: ListSort | null;
  usualSort: ListSort | null;
  opened: Opened | null;
  page: number;
}>;

/** What is shown, by the names of the address; what goes without saying is ''. */
export const listInUrl = (names: ListNames, { filters, search, sort, usualSort, opened, page }: Shown): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(names.filters).map(([key, { name }]) => [name, filters[key] ?? ''])),
  ...(names.search ? { [names.search]: search.trim() } : {}),
  ...(names.page ? { [names.page]: page === 1 ? '' : String(page) } : {}),
  ...(names.sort ? { [names.sort.name]: sort === null || isSameSort(sort, usualSort) ? '' : `${sort.key}.${sort.direction}` } : {}),
  ...Object.fromEntries(Object.entries(names.rows ?? {}).map(([front, name]) => [name, opened?.front === front ? opened.id : ''])),
});

/** The address of a list that stands alone, without its question mark. */
export const queryOf = (parts: Readonly<Record<string, string>>): string =>
  new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== '')).toString();
