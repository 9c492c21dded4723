import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { BulkBar } from '../../../src/screens/events/parts/BulkBar.tsx';
import { mountView, Offer, type ViewProps } from '../events/mountView.tsx';
import { describeScreen } from '../support/screenWalk.tsx';
import { bulkEdit, toggle } from './cases.ts';

const rows = ['1', '2'];

/** The bar of the Events screen below selectable rows. */
function View({ snapshot, send, actor }: ViewProps) {
  return (
    <>
      <Offer snapshot={snapshot} send={send} name="all" event={{ type: 'all.toggle', ids: rows }} />
      {rows.map((id) => (
        <input
          key={id}
          type="checkbox"
          aria-label={id}
          checked={snapshot.context.selected.includes(id)}
          onChange={() => send(toggle(id))}
        />
      ))}
      <BulkBar bulk={actor as never} />
    </>
  );
}

const press = (name: string | RegExp) => () => void fireEvent.click(screen.getByRole('button', { name }));

describeScreen({
  of: { ...bulkEdit, cases: { ...bulkEdit.cases, 'change.choose': [{ field: 'reviewed', value: 'Yes' }] } },
  mount: async () => mountView({ machine: bulkEdit.machine, input: undefined, View, perform: async () => {} }),
  gestures: {
    'row.toggle': ({ id }) => void fireEvent.click(screen.getByLabelText(String(id))),
    'all.toggle': press('all'),
    'selection.clear': press('Clear selection'),
    'change.choose': () => {
      fireEvent.change(screen.getByLabelText('Field'), { target: { value: 'reviewed' } });
      fireEvent.change(screen.getByLabelText('Value'), { target: { value: 'Yes' } });
    },
    'bulk.apply': press(/^Set for [12] selected$/),
  },
  shows: (model) => {
    const { selected, field } = model.context;
    const boxes = screen.getAllByRole('checkbox') as HTMLInputElement[];
    expect(boxes.filter(({ checked }) => checked).map((box) => box.getAttribute('aria-label'))).toEqual([...selected].sort());
    expect((screen.queryByLabelText('Field') as HTMLSelectElement | null)?.value).toBe(selected.length > 0 ? (field ?? '') : undefined);
  },
});
