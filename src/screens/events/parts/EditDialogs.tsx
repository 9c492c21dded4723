import { useSelector } from '@xstate/react';
import { useId, useState } from 'react';
import { messages } from '../../../../contract/messages.ts';
import { useUnsavedGuard } from '../../../shared/useUnsavedGuard.ts';
import { Button } from '../../../ui/Button.tsx';
import { LazyDialog } from '../../../ui/dialog/index.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Field, type FieldControlProps } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { connectEdit } from '../connectEdit.ts';
import type { FieldEditor } from '../fields.ts';
import type { EventsPage } from '../useEvents.ts';
import { ConflictDialog } from './ConflictDialog.tsx';

const t = messages.eventEdit;
type Edit = EventsPage['children']['edit'];
type View = ReturnType<typeof connectEdit>;

/** The dialog of one field, and the conflict question about two values. */
export function EditDialogs({ edit }: { edit: Edit }) {
  const snapshot = useSelector(edit, (current) => current);
  const { dialog, conflict, saving, error } = connectEdit(snapshot);
  return (
    <>
      {dialog && <EditDialog key={dialog.key} dialog={dialog} saving={saving} error={error} edit={edit} />}
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          onKeepMine={() => edit.send({ type: 'conflict.mine' })}
          onKeepTheirs={() => edit.send({ type: 'conflict.theirs' })}
          onClose={() => edit.send({ type: 'edit.cancel' })}
        />
      )}
    </>
  );
}

type ControlProps = {
  editor: FieldEditor;
  draft: string;
  controlProps: FieldControlProps;
  disabled: boolean;
  onDraft: (draft: string) => void;
};

function Control({ editor, draft, controlProps, disabled, onDraft }: ControlProps) {
  const common = { ...controlProps, value: draft, disabled };
  if (editor.kind === 'select') return <Select {...common} options={editor.options} onChange={(event) => onDraft(event.target.value)} />;
  if (editor.kind === 'text') return <Input {...common} autoComplete="off" onChange={(event) => onDraft(event.target.value)} />;
  return <Textarea autoResize {...common} rows={6} onChange={(event) => onDraft(event.target.value)} />;
}

type EditProps = { dialog: NonNullable<View['dialog']>; saving: boolean; error: string | null; edit: Edit };

function EditDialog({ dialog, saving, error, edit }: EditProps) {
  const [draft, setDraft] = useState(dialog.editor.value);
  useUnsavedGuard(draft !== dialog.editor.value, messages.eventCells.leaveDialog);
  const formId = useId();
  const cancel = (): void => edit.send({ type: 'edit.cancel' });
  return (
    <LazyDialog
      title={dialog.title}
      size="small"
      onClose={cancel}
      dismissible={!saving}
      footer={
        <>
          <Button severity="secondary" disabled={saving} onClick={cancel}>
            {messages.cancel}
          </Button>
          <Button type="submit" form={formId} loading={saving} loadingLabel={t.saving}>
            {t.save}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="event-edit"
        onSubmit={(event) => {
          event.preventDefault();
          edit.send({ type: 'edit.submit', value: draft });
        }}
      >
        {error !== null && <Alert>{error}</Alert>}
        <p className="muted">{dialog.about}</p>
        <Field label={dialog.editor.label} hint={t.emptyHint}>
          {(controlProps) => (
            <Control editor={dialog.editor} draft={draft} controlProps={controlProps} disabled={saving} onDraft={setDraft} />
          )}
        </Field>
      </form>
    </LazyDialog>
  );
}
