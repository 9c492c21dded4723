import { type EditableField, type Event, staffFields } from '../../../../contract/entities/event.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { fieldOf } from '../../../../contract/rules/events/eventFields.ts';
import { Button } from '../../../ui/Button.tsx';
import { NONE } from '../../../ui/format.ts';
import { pencil } from '../../../ui/icons.ts';

const text = messages.eventPanel;
const columns = messages.events.columns;
type Props = { event: Event; onEdit: ((field: EditableField) => void) | null };

/** What staff write about the event, each with its way to change it; `onEdit` null: the user may not edit, and the field says so. */
export function StaffFields({ event, onEdit }: Props) {
  return (
    <section>
      <h3>{text.staff}</h3>
      {onEdit === null && <p className="muted">{messages.events.noRight}</p>}
      <dl className="event-staff">
        {staffFields.map((field) => (
          <div key={field}>
            <dt>{columns[field]}</dt>
            <dd>
              {fieldOf(event, field) || NONE}
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
