import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { useCsvExport } from '../../../src/shared/lists/useCsvExport.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { csvExport } from './cases.ts';

let jobs = createJobs();
let app: Awaited<ReturnType<typeof createStage>>;
let files: unknown[] = [];
const happened: string[] = [];

function Table() {
  const { exporting, onExport } = useCsvExport({
    readAll: () => jobs.start<readonly unknown[]>('readAll'),
    write: (rows) => files.push(rows),
  });
  return (
    <button type="button" disabled={exporting} onClick={onExport}>
      Export CSV
    </button>
  );
}

const counted = (event: string) => happened.filter((item) => item === event).length;

/** Decisions 8.02: the button is disabled while the rows are read; each response yields a file, each failure a message. */
describeScreen({
  of: csvExport,
  mount: async () => {
    jobs = createJobs();
    files = [];
    happened.length = 0;
    const observer = createObserver(csvExport.machine);
    app = await createStage({ inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <Table />
        </Stage>,
      );
    });
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        happened.push(event.type);
        await jobs.settle(event);
      },
    };
  },
  gestures: {
    'export.start': () => {
      happened.push('export.start');
      fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    },
  },
  shows: () => {
    const [begun, read, failed] = ['export.start', 'xstate.done.actor.readAll', 'xstate.error.actor.readAll'].map(counted) as [
      number,
      number,
      number,
    ];
    expect(screen.getByRole('button', { name: 'Export CSV' })).toHaveProperty('disabled', begun > read + failed);
    expect(files).toEqual(Array(read).fill([{ id: '1' }, { id: '2' }]));
    // Repeated failures show a single message.
    expect(app.toasts.getSnapshot().context.items.map(({ text, severity }) => [severity, text])).toEqual(
      failed === 0 ? [] : [['danger', 'The file could not be created: part of the table did not load. Try again in a moment.']],
    );
  },
});
