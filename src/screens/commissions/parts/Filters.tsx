import { messages } from '../../../../contract/messages.ts';
import { FilterChoice } from '../../../shared/lists/FilterChoice.tsx';
import { type CommissionsView, isUnlistedStatus, statusOptions } from '../connectCommissions.ts';
import type { TeamOption } from '../useTeam.ts';

const t = messages.commissions;
type Props = Pick<CommissionsView, 'status' | 'person'> & {
  /** The people to choose from; empty if users see only their own records or the server cannot filter by person. */
  people: readonly TeamOption[];
  onStatus: (status: string) => void;
  onPerson: (person: string) => void;
};

/** spec 2.35: the server filters by status and person. */
export function Filters({ status, person, people, onStatus, onPerson }: Props) {
  return (
    <>
      <FilterChoice label={t.status} value={isUnlistedStatus(status) ? '' : status} options={statusOptions} onChange={onStatus} />
      {people.length > 0 && (
        <FilterChoice label={t.person} value={person} options={[{ value: '', label: t.personAll }, ...people]} onChange={onPerson} />
      )}
    </>
  );
}
