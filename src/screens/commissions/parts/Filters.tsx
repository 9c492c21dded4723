import { limits } from '../../../../contract/limits.ts';
import { messages } from '../../../../contract/messages.ts';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Picker } from '../../../ui/picker/Picker.tsx';
import { useNarrow } from '../../../ui/support/useNarrow.ts';
import { type CommissionsView, isUnlistedStatus, statusOptions } from '../connectCommissions.ts';
import type { TeamOption } from '../useTeam.ts';

const t = messages.commissions;
type Props = Pick<CommissionsView, 'status' | 'search' | 'person'> & {
  /** True if the server searches the whole period. */
  searches: boolean;
  /** The people to choose from; empty if users see only their own records or the server cannot filter by person. */
  people: readonly TeamOption[];
  onStatus: (status: string) => void;
  onPerson: (person: string) => void;
  onSearch: (text: string) => void;
};

/** spec 2.35: the server filters by status and person; it also searches if it can, otherwise the search covers the loaded page. */
export function Filters({ status, search, searches, person, people, onStatus, onPerson, onSearch }: Props) {
  const words = searches ? { label: t.searchAll, hint: t.searchAllHint } : { label: t.search, hint: t.searchHint };
  return (
    <div className="list-filters">
      <Select
        aria-label={t.status}
        value={isUnlistedStatus(status) ? '' : status}
        options={statusOptions}
        onChange={(event) => onStatus(event.target.value)}
      />
      {people.length > 0 && (
        <Picker label={t.person} value={person} options={[{ value: '', label: t.personAll }, ...people]} onChange={onPerson} />
      )}
      <Input
        type="search"
        aria-label={words.label}
        placeholder={useNarrow() ? messages.grid.search : words.label}
        title={words.hint}
        maxLength={limits.list.searchLength}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
    </div>
  );
}
