import '../../../ui/theme/plainTable.css';
import type { UserFact } from '../../../../contract/entities/people.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { describeFact } from '../factText.ts';
import { useUserHistory } from '../useHistory.ts';
import type { Users } from '../useUsers.ts';

const t = messages.userFormText;
const toKey = ({ field, first_day, planned = false }: UserFact): string => `${field} ${first_day} ${planned}`;

function Row({ fact, history }: Readonly<{ fact: UserFact; history: ReturnType<typeof useUserHistory> }>) {
  const sentence = describeFact(fact);
  const isBeingWithdrawn = history.withdrawing !== null && toKey(history.withdrawing) === toKey(fact);
  return (
    <tr>
      <td>{sentence.field}</td>
      <td>{sentence.value}</td>
      <td>{sentence.day}</td>
      <td>
        {sentence.recorded}
        {fact.planned && (
          <Button
            size="small"
            severity="text"
            aria-label={fill(t.withdrawLabel, sentence)}
            disabled={history.busy}
            loading={isBeingWithdrawn}
            onClick={() => history.withdraw(fact)}
          >
            {t.withdraw}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Dated facts of a person, each with its first day and author; planned ones can be withdrawn. */
export function PersonHistory({ userId, users }: Readonly<{ userId: string; users: Users }>) {
  const history = useUserHistory(users.service, userId);
  return (
    <details className="users-wide">
      <summary>{t.history}</summary>
      {history.failure !== null && <Alert severity="warning">{history.failure}</Alert>}
      {history.refused !== null && <Alert onDismiss={history.dismiss}>{history.refused}</Alert>}
      {history.facts.length > 0 && (
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t.historyColumns.field}</th>
              <th>{t.historyColumns.value}</th>
              <th>{t.historyColumns.from}</th>
              <th>{t.historyColumns.by}</th>
            </tr>
          </thead>
          <tbody>
            {history.facts.map((fact) => (
              <Row key={toKey(fact)} fact={fact} history={history} />
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
