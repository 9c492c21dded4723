import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import { BulkBar } from '../../../src/screens/events/parts/BulkBar.tsx';
import { event } from '../eventEdit/cases.ts';
import { mountView, Offer, type ViewProps } from '../events/mountView.tsx';
import { createJobs } from '../support/jobs.ts';
import { describeScreen } from '../support/screenWalk.tsx';
import { bulkEdit, toggle } from './cases.ts';

let jobs = createJobs();
let tell: ((event: AnyEventObject) => void) | null = null;
let stops = 0;
const rows = ['1', '2'];

/** The bar of the Events screen under rows that can be selected. */
function View({ snapshot, send, actor }: ViewProps) {
  const { selected } = snapshot.context;
  const offer = { snapshot, send };
  return (
    <>
      <Offer {...offer} name="all" event={{ type: 'all.toggle', ids: rows }} />
      <Offer {...offer} name="none" event={{ type: 'selection.clear' }} />
      {rows.map((id) => (
        <input
          key={id}
          type="checkbox"
          aria-label={id}
          checked={selected.includes(id)}
          disabled={!snapshot.can(toggle(id))}
          onChange={() => send(toggle(id))}
        />
      ))}
      <BulkBar bulk={actor as never} rows={rows.map((id) => ({ ...event, id }))} />
    </>
  );
}

const press = (name: string | RegExp) => () => void fireEvent.click(screen.getByRole('button', { name }));

describeScreen({
  of: {
    ...bulkEdit,
    cases: {
      ...bulkEdit.cases,
      // The bar is there once something is selected.
      'change.choose': ({ context }) => (context.selected.length > 0 ? [{ field: 'reviewed', value: 'Yes' }] : []),
    },
  },
  mount: async () => {
    jobs = createJobs();
    stops = 0;
    const machine = bulkEdit.machine.provide({
      actors: {
        confirmApply: fromPromise(({ input }) => jobs.start<boolean>('confirmApply', input)),
        applyAll: fromCallback(({ sendBack, receive, self }) => {
          tell = (event) => (event.type.startsWith('xstate.') ? self._parent?.send(event) : sendBack(event as never));
          receive(() => {
            stops += 1;
          });
          return () => {
            tell = null;
          };
        }),
      },
    });
    return mountView({
      machine,
      input: undefined,
      View,
      perform: async (event) => {
        if (event.type.endsWith('confirmApply')) await jobs.settle(event);
        else tell?.(event);
      },
    });
  },
  gestures: {
    'row.toggle': ({ id }) => void fireEvent.click(screen.getByLabelText(String(id))),
    'all.toggle': press('all'),
    // The bar's own button while it is there; a new question clears whatever is shown.
    'selection.clear': () => press(screen.queryByRole('button', { name: 'Clear selection' }) ? 'Clear selection' : 'none')(),
    'change.choose': () => {
      fireEvent.change(screen.getByLabelText('Field'), { target: { value: 'reviewed' } });
      fireEvent.change(screen.getByLabelText('Value'), { target: { value: 'Yes' } });
    },
    'bulk.apply': press(/^Set for [12] selected$/),
    'bulk.stop': press('Stop'),
    'failures.retry': press('Try these again'),
    'failures.dismiss': press('Close'),
  },
  shows: (model) => {
    const { selected, field, done, left, failures } = model.context;
    const boxes = screen.getAllByRole('checkbox') as HTMLInputElement[];
    expect(boxes.filter(({ checked }) => checked).map((box) => box.getAttribute('aria-label'))).toEqual([...selected].sort());
    expect(boxes.every(({ disabled }) => disabled)).toBe(!model.matches('choosing'));
    const choosing = selected.length > 0 && !model.matches('applying') && !model.matches('reviewing');
    expect((screen.queryByLabelText('Field') as HTMLSelectElement | null)?.value).toBe(choosing ? (field ?? '') : undefined);
    // Progress while it works, every failure with its message after it.
    const count = done + failures.length + left.length;
    expect(screen.queryByRole('progressbar')?.getAttribute('aria-valuetext')).toBe(
      model.matches('applying') ? `${done + failures.length} of ${count}` : undefined,
    );
    expect(tell !== null).toBe(model.matches('applying'));
    expect(screen.queryAllByRole('listitem').map((each) => each.textContent?.split(': ')[1])).toEqual(
      model.matches('reviewing') ? failures.map((failure: { message: string }) => failure.message) : [],
    );
    if (model.matches({ applying: 'stopping' })) expect(stops).toBeGreaterThan(0);
  },
});
