import { fill, messages } from '../../../contract/messages.ts';
import type { ListCriteria } from '../../machines/lists/listQuestion.ts';
import type { FilterChip } from './FilterChips.tsx';

type ChipActions = Readonly<{ choose: (key: string, value: string) => void; setSearch: (text: string) => void }>;

/** A list without one of its filters, which the page shows elsewhere. */
export const withoutFilter = <View extends Pick<ListCriteria, 'filters'>>(view: View, key: string): View => ({
  ...view,
  filters: Object.fromEntries(Object.entries(view.filters).filter(([name]) => name !== key)),
});

/** The active filters as removable chips. @param toLabel names a filter and its value */
export const createChips = (
  { filters, search, searches }: Pick<ListCriteria, 'filters' | 'search' | 'searches'>,
  { choose, setSearch }: ChipActions,
  toLabel: (key: string, value: string) => string,
): readonly FilterChip[] => {
  const active = Object.entries(filters).filter(([, value]) => value !== '');
  const chips = active.map(([key, value]) => ({ key, label: toLabel(key, value), onRemove: () => choose(key, '') }));
  const text = search.trim();
  const template = searches === 'all' ? messages.filterChips.searched : messages.filterChips.searchedPage;
  return text === '' ? chips : [...chips, { key: 'search', label: fill(template, { text }), onRemove: () => setSearch('') }];
};
