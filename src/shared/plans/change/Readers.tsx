import './change.css';
import type { Acknowledgements } from '../../../../contract/entities/configChange.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatDate } from '../../../ui/display/format.ts';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { useAnswer } from '../../useAnswer.ts';
import type { GeneralSettingsService } from './useConfigChange.ts';

const t = messages.configChange;

/** The people whom a version affects, with their acknowledgements; empty for a version saved without a review. */
export function Readers({ id, service }: { id: string; service: GeneralSettingsService }) {
  const { answer, error, refused, retry } = useAnswer<Acknowledgements>(() => service.acknowledgements(id), {}, t.whoFailed);
  if (refused) return <p className="muted">{t.whoNone}</p>;
  if (error !== null) return <Alert onRetry={retry}>{error}</Alert>;
  if (!answer) return null;
  const { data, effective_date } = answer;
  const acknowledgedCount = data.filter(({ acknowledged_at }) => acknowledged_at !== null).length;
  return (
    <div className="form-stack">
      <p role="status">{fill(t.whoCount, { read: acknowledgedCount, count: data.length, day: formatDate(effective_date) })}</p>
      <ul className="change-readers">
        {data.map(({ user_id, name, acknowledged_at }) => (
          <li key={user_id}>
            <span>{name}</span>
            <span className="muted">{acknowledged_at === null ? t.unread : fill(t.read, { when: formatInstant(acknowledged_at) })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
