import '../../../ui/theme/plainTable.css';
import type { UserFact } from '../../../../contract/entities/people.ts';
import { type Role, roleLabels } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatDate, NONE } from '../../../ui/display/format.ts';
import { formatInstantDay } from '../../../ui/display/formatInstant.ts';
import type { Users } from '../useUsers.ts';

const text = messages.userForm;
const none = { role: NONE, manager: text.noManager, territory: text.noTerritory } as const;

const labelOf = ({ field, value }: UserFact): string => {
  if (value === null) return none[field];
  return field === 'role' ? (roleLabels[value as Role] ?? value) : value;
};
const recordedOf = ({ recorded_by, recorded_at }: UserFact): string =>
  recorded_by === null ? NONE : fill(text.recordedBy, { name: recorded_by, day: formatInstantDay(recorded_at ?? '') });

/** What held of a person from which day on, and who recorded it. */
export function History({ userId, users }: Readonly<{ userId: string; users: Users }>) {
  const { answer, error } = useAnswer(() => users.service.history(userId), {}, text.historyFailed);
  return (
    <details className="users-wide">
      <summary>{text.history}</summary>
      {error !== null && <Alert severity="warning">{error}</Alert>}
      {answer && (
        <table className="plain-table">
          <thead>
            <tr>
              <th>{text.historyColumns.field}</th>
              <th>{text.historyColumns.value}</th>
              <th>{text.historyColumns.from}</th>
              <th>{text.historyColumns.by}</th>
            </tr>
          </thead>
          <tbody>
            {answer.map((fact) => (
              <tr key={`${fact.field} ${fact.first_day}`}>
                <td>{text.historyFields[fact.field]}</td>
                <td>{labelOf(fact)}</td>
                <td>{fact.first_day === null ? text.always : formatDate(fact.first_day)}</td>
                <td>{recordedOf(fact)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
