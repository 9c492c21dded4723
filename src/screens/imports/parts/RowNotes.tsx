import type { ImportDetail } from '../../../../contract/entities/import.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Alert } from '../../../ui/display/Alert.tsx';

/** Notes on accepted rows. */
export function RowNotes({ run }: { run: ImportDetail }) {
  return run.notes.map(({ sentence, rows }) => (
    <Alert key={sentence} severity="info">
      {fill(messages.importRun.noteRows, { sentence, count: rows })}
    </Alert>
  ));
}
