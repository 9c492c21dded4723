import type { PageQuestion } from './cursorPages.machine.ts';

export type ListSort = Readonly<{ key: string; direction: 'asc' | 'desc' }>;
/** The open row and its pane, a tab or dialog; '' for the row's default. */
export type OpenRow = Readonly<{ id: string; pane: string }>;
type Filters = Readonly<Record<string, string>>;
/** `all`: the server searches or sorts; `page`: only the loaded page is (spec 2.35, 2.36). */
type SearchScope = 'all' | 'page';

export type ListCriteria = Readonly<{
  /** By the server's parameter names; '' is off. */
  filters: Filters;
  /** The fixed part of the question: the period, and the owners of the rows. */
  part: PageQuestion;
  search: string;
  searches: SearchScope;
  sort: ListSort | null;
  sorts: SearchScope;
}>;

export type ListInput = Readonly<{
  pageSize: number;
  fallback: string;
  filters?: Filters | undefined;
  part?: PageQuestion;
  search?: string | undefined;
  searches?: SearchScope;
  /** From the URL; otherwise the default sort. */
  sort?: ListSort | null | undefined;
  defaultSort?: ListSort | null;
  sorts?: SearchScope;
  page?: number | undefined;
  opened?: OpenRow | null | undefined;
}>;

/** Every active filter, the trimmed search, the sort if the server sorts, and the fixed part. */
export const toListQuestion = ({ filters, part, search, searches, sort, sorts }: ListCriteria): PageQuestion => ({
  ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
  ...(searches === 'page' || search.trim() === '' ? {} : { search: search.trim() }),
  ...(sorts === 'page' || sort === null ? {} : { sort_field: sort.key, sort_direction: sort.direction }),
  ...part,
});

/** The totals don't depend on the order of the rows. */
export const toTotalsQuestion = (criteria: ListCriteria): PageQuestion => toListQuestion({ ...criteria, sort: null });

/** The first click on a header sorts ascending, the next one descending. */
export const toggleListSort = (sort: ListSort | null, key: string): ListSort => ({
  key,
  direction: sort?.key === key && sort.direction === 'asc' ? 'desc' : 'asc',
});

export const isSameSort = (a: ListSort | null, b: ListSort | null): boolean => a?.key === b?.key && a?.direction === b?.direction;
