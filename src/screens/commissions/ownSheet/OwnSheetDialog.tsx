import './ownSheet.css';
import { fill, messages } from '../../../../contract/messages.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatDate } from '../../../ui/display/format.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { SheetChoices } from './SheetChoices.tsx';
import { SheetTable } from './SheetTable.tsx';
import { type OwnSheet, useOwnSheet } from './useOwnSheet.ts';

const t = messages.ownSheet;

/** Accepts a pasted, dropped or picked file. */
function Source({ sheet }: { sheet: OwnSheet }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for the fields inside.
    <div
      className="own-sheet-source"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file) sheet.choose(file);
      }}
    >
      <Field label={t.paste} hint={t.pasteHint}>
        {(controlProps) => (
          <Textarea
            {...controlProps}
            rows={6}
            value=""
            onChange={({ target }) => {
              if (target.value.trim() !== '') sheet.paste(target.value);
            }}
          />
        )}
      </Field>
      <Field label={t.choose}>
        {(controlProps) => (
          <Input
            {...controlProps}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) sheet.choose(file);
            }}
          />
        )}
      </Field>
    </div>
  );
}

/** `onWhyNot` opens "Why not?" for an invoice number. */
type Props = { range: DateRange; userId: string; onWhyNot: ((invoice: string) => void) | undefined; onClose: () => void };

/** Compares a private spreadsheet with the person's records; each difference shows both numbers and the rule behind it. */
export default function OwnSheetDialog({ range, userId, onWhyNot, onClose }: Props) {
  const sheet = useOwnSheet(userId, range);
  const { view } = sheet;
  const days = fill(t.range, { start: formatDate(range.start_date), end: formatDate(range.end_date) });
  return (
    <Dialog
      title={t.title}
      size="wide"
      onClose={onClose}
      footer={
        <>
          {view.phase !== 'empty' && (
            <Button severity="secondary" disabled={view.sending} onClick={sheet.clear}>
              {t.again}
            </Button>
          )}
          {view.phase === 'choosing' && (
            <Button disabled={!view.mayCompare} onClick={sheet.compare}>
              {view.busy ? t.comparing : t.compare}
            </Button>
          )}
          <Button severity="secondary" onClick={onClose}>
            {messages.close}
          </Button>
        </>
      }
    >
      <div className="own-sheet">
        <p className="muted">{t.private}</p>
        {view.error !== null && <Alert>{view.error}</Alert>}
        {view.phase === 'empty' && <Source sheet={sheet} />}
        {view.phase === 'choosing' && <SheetChoices sheet={sheet} days={days} />}
        {view.phase === 'compared' && <SheetTable sheet={sheet} days={days} onWhyNot={onWhyNot} />}
      </div>
    </Dialog>
  );
}
