import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { ConflictDialog } from '../../../src/screens/events/parts/ConflictDialog.tsx';
import { mountView, Offer, type ViewProps } from '../events/mountView.tsx';
import { describeScreen } from '../support/screenWalk.tsx';
import { cell, cellQuestion } from './cases.ts';

/** Two cells with a conflict, and the product's own dialog. */
function View({ snapshot, send }: ViewProps) {
  const about = String(snapshot.context.cell?.rowKey);
  return (
    <>
      <Offer snapshot={snapshot} send={send} name="41" event={{ type: 'question.ask', cell }} />
      <Offer snapshot={snapshot} send={send} name="42" event={{ type: 'question.ask', cell: { ...cell, rowKey: '42' } }} />
      {snapshot.matches('asking') && (
        <ConflictDialog
          conflict={{ about, sentence: '', mine: 'Ana', theirs: 'Bo' }}
          onKeepMine={() => send({ type: 'conflict.mine' })}
          onKeepTheirs={() => send({ type: 'conflict.theirs' })}
          onClose={() => send({ type: 'conflict.later' })}
        />
      )}
    </>
  );
}

describeScreen({
  of: cellQuestion,
  mount: async () => mountView({ machine: cellQuestion.machine, input: undefined, View, perform: async () => {} }),
  gestures: {
    'question.ask': async ({ cell: editedCell }) => {
      const { rowKey } = editedCell as typeof cell;
      fireEvent.click(screen.getByText(rowKey, { selector: 'button' }));
      await screen.findByText(rowKey, { selector: '.muted' });
    },
    'conflict.mine': () => void fireEvent.click(screen.getByRole('button', { name: 'Save mine' })),
    'conflict.theirs': () => void fireEvent.click(screen.getByRole('button', { name: 'Keep theirs' })),
    'conflict.later': () => void fireEvent.click(screen.getByRole('button', { name: 'Close' })),
  },
  shows: ({ context }) => {
    if (context.cell) screen.getByText(context.cell.rowKey, { selector: '.muted' });
    else expect(screen.queryByRole('button', { name: 'Save mine' })).toBeNull();
  },
});
