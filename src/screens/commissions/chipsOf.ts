import { fill, messages } from '../../../contract/messages.ts';
import type { FilterChip } from '../../shared/lists/FilterChips.tsx';
import { statusBadge } from './columns.tsx';
import type { CommissionsView } from './connectCommissions.ts';
import type { Person } from './useTeam.ts';

type Act = Readonly<{ chooseStatus: (status: string) => void; choosePerson: (person: string) => void; clearSearch: () => void }>;

/** What narrows the list, each with what takes it away again. */
export const chipsOf = (
  { status, person, search, searches }: Pick<CommissionsView, 'status' | 'person' | 'search' | 'searches'>,
  people: readonly Person[],
  { chooseStatus, choosePerson, clearSearch }: Act,
): readonly FilterChip[] => [
  ...(status === '' ? [] : [{ key: 'status', label: statusBadge(status).label, onRemove: () => chooseStatus('') }]),
  ...(person === ''
    ? []
    : [{ key: 'person', label: people.find(({ value }) => value === person)?.label ?? person, onRemove: () => choosePerson('') }]),
  ...(search.trim() === ''
    ? []
    : [
        {
          key: 'search',
          label: fill(searches ? messages.filterChips.searched : messages.filterChips.searchedPage, { text: search.trim() }),
          onRemove: clearSearch,
        },
      ]),
];
