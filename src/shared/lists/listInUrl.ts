import { limits } from '../../../contract/limits.ts';
import { isSameSort, type ListSort, type OpenRow } from '../../machines/lists/listQuestion.ts';

/** The URL parameters of a list; state without a parameter here does not appear in the URL. */
export type ListNames = Readonly<{
  /** By the server's filter name: the URL parameter and its valid values. */
  filters: Readonly<Record<string, Readonly<{ name: string; accepts?: (value: string) => boolean }>>>;
  search?: string;
  page?: string;
  sort?: Readonly<{ name: string; keys: readonly string[] }>;
  /** By pane: the URL parameter that holds the id of the open row. */
  rows?: Readonly<Record<string, string>>;
}>;

/** The last page that a URL can open; limited, because cursors only lead from page to page. */
const MAX_PAGE = 50;

/** Parses `key.asc` or `key.desc` of an existing column. */
export const parseSort = (text: string, keys: readonly string[]): ListSort | null => {
  const [key, direction] = text.split('.');
  return key && keys.includes(key) ? { key, direction: direction === 'desc' ? 'desc' : 'asc' } : null;
};

/** Parses a list's state from a URL; missing or invalid parts get their defaults. */
export const parseList = (address: string, names: ListNames) => {
  const query = new URLSearchParams(address);
  const read = (name: string | undefined): string => (name && query.get(name)) || '';
  const pane = Object.entries(names.rows ?? {}).find(([, name]) => read(name) !== '');
  return {
    filters: Object.fromEntries(
      Object.entries(names.filters).map(([key, { name, accepts }]) => [key, accepts?.(read(name)) === false ? '' : read(name)]),
    ),
    search: read(names.search).slice(0, limits.list.searchLength),
    page: Math.min(MAX_PAGE, Math.max(1, Math.trunc(Number(read(names.page))) || 1)),
    sort: names.sort ? parseSort(read(names.sort.name), names.sort.keys) : null,
    opened: pane ? { id: read(pane[1]), pane: pane[0] } : null,
  };
};

type ListState = Readonly<{
  filters: Readonly<Record<string, string>>;
  search: string;
  sort: ListSort | null;
  defaultSort: ListSort | null;
  opened: OpenRow | null;
  page: number;
}>;

/** The list's state as URL parameters; '' for default values. */
export const toListQuery = (names: ListNames, { filters, search, sort, defaultSort, opened, page }: ListState): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(names.filters).map(([key, { name }]) => [name, filters[key] ?? ''])),
  ...(names.search ? { [names.search]: search.trim() } : {}),
  ...(names.page ? { [names.page]: page === 1 ? '' : String(page) } : {}),
  ...(names.sort ? { [names.sort.name]: sort === null || isSameSort(sort, defaultSort) ? '' : `${sort.key}.${sort.direction}` } : {}),
  ...Object.fromEntries(Object.entries(names.rows ?? {}).map(([pane, name]) => [name, opened?.pane === pane ? opened.id : ''])),
});

/** The query string of the page with this row open. */
export const toRowUrl = (search: string, { rows = {} }: ListNames, id: string): string => {
  const query = new URLSearchParams(search);
  for (const name of Object.values(rows)) query.delete(name);
  query.set(rows[''] ?? '', id);
  return `?${query}`;
};

/** The query string of a standalone list, without the question mark. */
export const toSearchQuery = (parts: Readonly<Record<string, string>>): string =>
  new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== '')).toString();
