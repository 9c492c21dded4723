import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import { messages } from '../../../contract/messages.ts';
import { useToast } from '../../app/context.ts';
import { csvExportMachine } from '../../machines/lists/csvExport.machine.ts';
import { toFailure } from '../../machines/support/failure.ts';
import { useMachineRef } from '../useMachineRef.ts';

type CsvExport<Row> = Readonly<{ readAll: () => Promise<readonly Row[]>; write: (rows: readonly Row[]) => void }>;

/** Exports a paged table as CSV: loads all rows that match its question, then writes them. */
export const useCsvExport = <Row>(parts: CsvExport<Row>): { exporting: boolean; onExport: () => void } => {
  const toast = useToast();
  const latest = useRef({ ...parts, toast });
  useEffect(() => {
    latest.current = { ...parts, toast };
  });
  const machine = useMemo(
    () =>
      csvExportMachine.provide({
        actors: { readAll: fromPromise<readonly unknown[]>(() => latest.current.readAll()) },
        actions: {
          // The cast is safe, because the rows come from `readAll`.
          download: (_, { rows }) => latest.current.write(rows as readonly Row[]),
          reportFailure: (_, { error }) =>
            latest.current.toast(toFailure({ error, fallback: messages.grid.exportFailed }).message, 'danger'),
        },
      }),
    [],
  );
  const ref = useMachineRef(machine);
  const exporting = useSelector(ref, (snapshot) => snapshot.matches('reading'));
  return { exporting, onExport: () => ref.send({ type: 'export.start' }) };
};
