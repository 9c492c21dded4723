import { type EditableField, type Event, staffFields } from '../../../../contract/entities/event.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { fieldOf } from '../../../../contract/rules/events/eventFields.ts';
import { Button } from '../../../ui/Button.tsx';
import { NONE } from '../../../ui/format.ts';
import { pencil } from '../../../ui/icons.ts';
import { Select } from '../../../ui/Select.tsx';
import { isYesNo, yesNoOptions } from '../fields.ts';

const text = messages.eventPanel;
const columns = messages.events.columns;
type Props = {
  event: Event;
  onEdit: ((field: EditableField) => void) | null;
  /** Saved at once, for a field that is one of a few choices. */
  onWrite: (event: Event, field: EditableField, value: string) => void;
};

/** What staff write about the event, each with its way to change it; `onEdit` null: the user may not edit, and the field says so. */
export function StaffFields({ event, onEdit, onWrite }: Props) {
  return (
    <section>
      <h3>{text.staff}</h3>
      {onEdit === null && <p className="muted">{messages.events.noRight}</p>}
      <dl className="event-staff">
        {staffFields.map((field) => (
          <div key={field}>
            <dt>{columns[field]}</dt>
            <dd>
              {onEdit && isYesNo(field) ? (
                <Select
                  aria-label={columns[field]}
                  value={fieldOf(event, field) ?? ''}
                  options={yesNoOptions(fieldOf(event, field) ?? '')}
                  onChange={({ target }) => onWrite(event, field, target.value)}
                />
              ) : (
                fieldOf(event, field) || NONE
              )}
              {onEdit && (
                <Button
                  severity="text"
                  size="small"
                  icon={pencil}
                  aria-label={fill(text.editField, { field: columns[field] })}
                  onClick={() => onEdit(field)}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
