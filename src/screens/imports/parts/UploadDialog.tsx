import { limits } from '../../../../contract/limits.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { type ImportKind, importKinds } from '../../../../contract/rules/imports/fields.ts';
import { sizeText } from '../../../../contract/rules/text.ts';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { type UploadProps, useUpload } from '../useUpload.ts';

const t = messages.importUpload;
const kinds = importKinds.map((value) => ({ value, label: messages.imports.kinds[value] }));
type Binding = ReturnType<typeof useUpload>;

function Buttons({ binding }: { binding: Binding }) {
  return (
    <>
      <Button severity="secondary" disabled={!binding.mayCancel} onClick={binding.cancel}>
        {binding.choosing ? t.close : messages.cancel}
      </Button>
      {binding.interrupted ? (
        <Button onClick={binding.retry}>{t.again}</Button>
      ) : (
        <Button disabled={!binding.mayUpload} loading={binding.busy} onClick={binding.start}>
          {t.upload}
        </Button>
      )}
    </>
  );
}

/** Accepts a dropped or chosen file; the input works with keyboard and screen readers. */
function Picker({ binding }: { binding: Binding }) {
  const hint = fill(t.hint, { most: sizeText(limits.imports.maxBytes) });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for the field inside.
    <div
      className="imports-drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file && binding.choosing) binding.choose(file);
      }}
    >
      <Field label={t.file} hint={hint}>
        {(controlProps) => (
          <Input
            {...controlProps}
            type="file"
            accept=".csv,.tsv,.txt,.xlsx,text/csv"
            disabled={!binding.choosing}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) binding.choose(file);
            }}
          />
        )}
      </Field>
      <Field label={t.paste} hint={t.pasteHint}>
        {(controlProps) => (
          <Textarea {...controlProps} rows={2} disabled={!binding.choosing} onChange={({ target }) => binding.paste(target.value)} />
        )}
      </Field>
      <p className="muted">{binding.file ? `${binding.file.name} · ${sizeText(binding.file.size)}` : t.drop}</p>
    </div>
  );
}

/** Asks for the file and its kind of content; shows the progress of long uploads (decisions 8.02). */
export default function UploadDialog(props: UploadProps) {
  const binding = useUpload(props);
  const progress = `${sizeText(binding.sent)} / ${sizeText(binding.file?.size ?? 0)}`;
  return (
    <Dialog title={t.title} onClose={binding.cancel} dismissible={binding.mayCancel} footer={<Buttons binding={binding} />}>
      <div className="form-stack">
        {binding.error !== null && <Alert>{binding.error}</Alert>}
        <Field label={t.kind} hint={messages.imports.kindHints[binding.kind]}>
          {(controlProps) => (
            <Select
              {...controlProps}
              value={binding.kind}
              options={kinds}
              disabled={!binding.choosing}
              onChange={({ target }) => binding.chooseKind(target.value as ImportKind)}
            />
          )}
        </Field>
        <Picker binding={binding} />
        {(binding.busy || binding.interrupted) && (
          <div className="form-stack">
            <ProgressBar label={t.progress} value={binding.share} text={progress} />
            <p className="muted figure" role="status">
              {progress}
            </p>
          </div>
        )}
      </div>
    </Dialog>
  );
}
