import './unconfirmed.css';
import type { UnconfirmedPerson } from '../../../contract/entities/periodReview.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { formatDate } from '../../ui/display/format.ts';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useReminders } from './useReminders.ts';

const t = messages.closing.reminders;
const LOADING_PX = 60;

function Person({ person: { user_name, months, reminded_on } }: { person: UnconfirmedPerson }) {
  const notes = [months.map((month) => monthText(`${month}-01`)).join(', ')];
  if (reminded_on !== null) notes.push(fill(t.reminded, { day: formatDate(reminded_on) }));
  return (
    <li>
      {user_name} <span className="muted">{notes.join(' · ')}</span>
    </li>
  );
}

/** People who have not confirmed their statements, with one reminder to all of them (decisions 2.11). */
export default function UnconfirmedPayouts() {
  const { people, error, failed, canRemind, remind, retry, dismiss } = useReminders();
  const count = people?.filter(({ can_remind }) => can_remind).length ?? 0;
  return (
    <Card
      title={t.title}
      actions={
        count > 0 && (
          <Button size="small" severity="secondary" disabled={!canRemind} onClick={remind}>
            {fill(t.send, { count })}
          </Button>
        )
      }
    >
      {error !== null && (failed ? <Alert onRetry={retry}>{error}</Alert> : <Alert onDismiss={dismiss}>{error}</Alert>)}
      {people === null && error === null && <Skeleton height={LOADING_PX} />}
      {people?.length === 0 && <p className="muted">{t.everyone}</p>}
      {people !== null && people.length > 0 && (
        <>
          <p>{fill(t.count, { count: people.length })}</p>
          <ul className="unconfirmed">
            {people.map((person) => (
              <Person key={person.user_id} person={person} />
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
