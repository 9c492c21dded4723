import { customerFields, type EditableField, type Event, programFields, staffFields } from '../../../../contract/entities/event.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { fieldOf, hasField } from '../../../../contract/rules/events/eventFields.ts';
import { Button } from '../../../ui/Button.tsx';
import { NONE } from '../../../ui/display/format.ts';
import { pencil } from '../../../ui/display/icons.ts';
import { EditableText } from '../../../ui/form/InPlace.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { editorFor, type FieldSuggestions } from '../fields.ts';

const t = messages.eventPanel;
const columns = messages.events.columns;
const sourceFields = [...customerFields, ...programFields] as const;
const isStaffField = (field: EditableField): boolean => staffFields.some((candidate) => candidate === field);

type WriteField = (event: Event, field: EditableField, value: string) => void;
type Props = {
  event: Event;
  suggestions: FieldSuggestions;
  /** Opens the dialog of a field; null if the user may not edit, which the fields then point out. */
  onEdit: ((field: EditableField) => void) | null;
  /** Saves in the background, like a table cell. */
  onWrite: WriteField;
};

function Editor({ event, field, suggestions, onWrite }: Pick<Props, 'event' | 'suggestions' | 'onWrite'> & { field: EditableField }) {
  const editor = editorFor(event, field, suggestions);
  const { label, value } = editor;
  if (editor.kind === 'select')
    return (
      <Select aria-label={label} value={value} options={editor.options} onChange={({ target }) => onWrite(event, field, target.value)} />
    );
  return (
    <EditableText
      label={label}
      value={value}
      of={event}
      long={editor.kind === 'long'}
      suggestions={editor.kind === 'text' ? editor.suggestions : undefined}
      onCommit={(shownEvent, newValue) => onWrite(shownEvent, field, newValue)}
    />
  );
}

function Fields({ title, fields, ...props }: Props & { title: string; fields: readonly EditableField[] }) {
  const { event, onEdit } = props;
  return (
    <section>
      <h3>{title}</h3>
      <dl className="event-staff">
        {fields.map((field) => (
          <div key={field}>
            <dt>{columns[field]}</dt>
            <dd>
              {onEdit ? <Editor {...props} field={field} /> : fieldOf(event, field) || NONE}
              {onEdit && isStaffField(field) && (
                <Button
                  severity="text"
                  size="small"
                  icon={pencil}
                  aria-label={fill(t.editField, { field: columns[field] })}
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

/** Every field of decisions 6.02, edited in place: staff fields, and overrides of the source's values. */
export function EventFields(props: Props) {
  const { event, onEdit } = props;
  return (
    <>
      {onEdit === null && <p className="muted">{messages.events.noRight}</p>}
      <Fields {...props} title={t.staff} fields={staffFields} />
      {onEdit && <Fields {...props} title={t.overSource} fields={sourceFields.filter((field) => hasField(event, field))} />}
    </>
  );
}
