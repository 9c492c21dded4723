import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type ImportKind, importKinds } from '../../../contract/rules/imports/fields.ts';
import { sizeText } from '../../../contract/rules/text.ts';
import { Button } from '../../ui/Button.tsx';
import Dialog from '../../ui/dialog/Dialog.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { type UploadProps, useUpload } from './useUpload.ts';

const t = messages.importUpload;
const kinds = importKinds.map((value) => ({ value, label: messages.imports.kinds[value] }));
type Bound = ReturnType<typeof useUpload>;

function Buttons({ bound }: { bound: Bound }) {
  return (
    <>
      <Button severity="secondary" disabled={!bound.mayCancel} onClick={bound.cancel}>
        {bound.choosing ? t.close : messages.cancel}
      </Button>
      {bound.interrupted ? (
        <Button onClick={bound.retry}>{t.again}</Button>
      ) : (
        <Button disabled={!bound.mayUpload} loading={bound.busy} onClick={bound.start}>
          {t.upload}
        </Button>
      )}
    </>
  );
}

/** Accepts a dropped or picked file; the picker is a field that works with keyboard and screen readers. */
function Picker({ bound }: { bound: Bound }) {
  const hint = fill(t.hint, { most: sizeText(limits.imports.maxBytes) });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of the field inside it.
    <div
      className="imports-drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file && bound.choosing) bound.choose(file);
      }}
    >
      <Field label={t.file} hint={hint}>
        {(wiring) => (
          <Input
            {...wiring}
            type="file"
            accept=".csv,.tsv,.txt,.xlsx,text/csv"
            disabled={!bound.choosing}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) bound.choose(file);
            }}
          />
        )}
      </Field>
      <p className="muted">{bound.file ? `${bound.file.name} · ${sizeText(bound.file.size)}` : t.drop}</p>
    </div>
  );
}

/** Asks for the file and its kind of content (decisions 8.02: progress on long work). */
export default function UploadDialog(props: UploadProps) {
  const bound = useUpload(props);
  const progress = `${sizeText(bound.sent)} / ${sizeText(bound.file?.size ?? 0)}`;
  return (
    <Dialog title={t.title} onClose={bound.cancel} dismissible={bound.mayCancel} footer={<Buttons bound={bound} />}>
      <div className="form-stack">
        {bound.error !== null && <Alert>{bound.error}</Alert>}
        <Field label={t.kind} hint={messages.imports.kindHints[bound.kind]}>
          {(wiring) => (
            <Select
              {...wiring}
              value={bound.kind}
              options={kinds}
              disabled={!bound.choosing}
              onChange={({ target }) => bound.chooseKind(target.value as ImportKind)}
            />
          )}
        </Field>
        <Picker bound={bound} />
        {(bound.busy || bound.interrupted) && (
          <div className="form-stack">
            <ProgressBar label={t.progress} value={bound.share} text={progress} />
            <p className="muted figure" role="status">
              {progress}
            </p>
          </div>
        )}
      </div>
    </Dialog>
  );
}
