import type { Question } from './cursorPages.machine.ts';

export type ListSort = Readonly<{ key: string; direction: 'asc' | 'desc' }>;
/** The open row, and which of its tabs is in front; '' leaves that to the row. */
export type Opened = Readonly<{ id: string; front: string }>;
type Filters = Readonly<Record<string, string>>;
/** What the server reads, else what is read of the page that is shown (spec 2.35, 2.36). */
type Reads = 'all' | 'page';

export type ListCriteria = Readonly<{
  /** By the names that the server knows them by; '' narrows nothing. */
  filters: Filters;
  /** What is asked always, whatever is chosen here: the period, and whose rows. */
  part: Question;
  search: string;
  searches: Reads;
  sort: ListSort | null;
  sorts: Reads;
}>;

export type ListInput = Readonly<{
  pageSize: number;
  fallback: string;
  filters?: Filters | undefined;
  part?: Question;
  search?: string | undefined;
  searches?: Reads;
  /** Of the address; else the usual one. */
  sort?: ListSort | null | undefined;
  usualSort?: ListSort | null;
  sorts?: Reads;
  page?: number | undefined;
  opened?: Opened | null | undefined;
}>;

/** Every filter that narrows, the search without the blanks around it, the sort where the server sorts, and what is asked always. */
export const listQuestion = ({ filters, part, search, searches, sort, sorts }: ListCriteria): Question => ({
  ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
  ...(searches === 'page' || search.trim() === '' ? {} : { search: search.trim() }),
  ...(sorts === 'page' || sort === null ? {} : { sort_field: sort.key, sort_direction: sort.direction }),
  ...part,
});

/** A header sorts up, the same again down. */
export const toggledSort = (sort: ListSort | null, key: string): ListSort => ({
  key,
  direction: sort?.key === key && sort.direction === 'asc' ? 'desc' : 'asc',
});

export const isSameSort = (a: ListSort | null, b: ListSort | null): boolean => a?.key === b?.key && a?.direction === b?.direction;
