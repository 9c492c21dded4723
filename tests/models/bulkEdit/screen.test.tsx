import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import { fill, messages } from '../../../contract/messages.ts';
import { mountView, Offer, type ViewProps } from '../events/mountView.tsx';
import { createJobs } from '../support/jobs.ts';
import { describeScreen } from '../support/screenWalk.tsx';
import { bulkEdit, toggle } from './cases.ts';

let jobs = createJobs();
let tell: ((event: AnyEventObject) => void) | null = null;
let stops = 0;
const text = messages.eventBulk;
const rows = ['1', '2'];

function View({ snapshot, send }: ViewProps) {
  const { selected, field, done, left, failures } = snapshot.context;
  const offer = { snapshot, send };
  return (
    <>
      <Offer {...offer} name="all" event={{ type: 'all.toggle', ids: rows }} />
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
      <Offer {...offer} name={text.clear} event={{ type: 'selection.clear' }} />
      <Offer {...offer} name="reviewed: Yes" event={{ type: 'change.choose', field: 'reviewed', value: 'Yes' }} />
      <p role="note">{field ?? ''}</p>
      <Offer {...offer} name="set" event={{ type: 'bulk.apply' }} />
      {snapshot.hasTag('busy') ? (
        <p role="status">{fill(text.progress, { done: done + failures.length, count: done + failures.length + left.length })}</p>
      ) : null}
      <Offer {...offer} name={text.stop} event={{ type: 'bulk.stop' }} />
      {snapshot.matches('reviewing') ? (
        <ul>
          {failures.map((failure: { id: string; message: string }) => (
            <li key={failure.id}>{failure.message}</li>
          ))}
        </ul>
      ) : null}
      <Offer {...offer} name={text.retry} event={{ type: 'failures.retry' }} />
      <Offer {...offer} name={text.dismiss} event={{ type: 'failures.dismiss' }} />
    </>
  );
}

const press = (name: string) => () => void fireEvent.click(screen.getByRole('button', { name }));

describeScreen({
  of: bulkEdit,
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
    'selection.clear': press('Clear selection'),
    'change.choose': press('reviewed: Yes'),
    'bulk.apply': press('set'),
    'bulk.stop': press('Stop'),
    'failures.retry': press('Try these again'),
    'failures.dismiss': press('Close'),
  },
  shows: (model) => {
    const { selected, field, left, failures } = model.context;
    const boxes = screen.getAllByRole('checkbox') as HTMLInputElement[];
    expect(boxes.filter(({ checked }) => checked).map((box) => box.getAttribute('aria-label'))).toEqual([...selected].sort());
    expect(boxes.every(({ disabled }) => disabled)).toBe(!model.matches('choosing'));
    expect(screen.getByRole('note').textContent).toBe(field ?? '');
    // issue 4.4: progress while it works, every failure with its message after it.
    expect(screen.queryByRole('status') !== null).toBe(model.matches('applying'));
    expect(tell !== null).toBe(model.matches('applying'));
    if (model.matches('applying'))
      expect(screen.getByRole('status').textContent?.endsWith(` of ${model.context.done + failures.length + left.length}`)).toBe(true);
    expect(screen.queryAllByRole('listitem').map((each) => each.textContent)).toEqual(
      model.matches('reviewing') ? failures.map((failure: { message: string }) => failure.message) : [],
    );
    if (model.matches({ applying: 'stopping' })) expect(stops).toBeGreaterThan(0);
  },
});
