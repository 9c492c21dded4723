import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect } from 'vitest';
import { stageNames } from '../../../contract/rules/deals.ts';
import DealBoard from '../../../src/screens/deals/parts/DealBoard.tsx';
import type { Deals } from '../../../src/screens/deals/useDeals.ts';
import { createJobs } from '../support/jobs.ts';
import { mountScreen } from '../support/mountScreen.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { deal, dealsBoard } from './cases.ts';

type Question = Readonly<Record<string, string>>;
let jobs = createJobs();
let ask: (question: Question) => void = () => {};
let read: (loading: boolean) => void = () => {};

/** The list next to the board: its question, and whether it is loading. */
function Host() {
  const [question, setQuestion] = useState<Question>({});
  const [loading, setLoading] = useState(true);
  read = setLoading;
  ask = (next) => {
    setQuestion(next);
    setLoading(true);
  };
  const [service] = useState({
    board: (question: Question) => jobs.start('loadBoard', question),
    step: (...input: unknown[]) => jobs.start('saveMove', input),
  });
  return <DealBoard deals={{ service, question, view: { loading, opened: null }, act: {} } as unknown as Deals} />;
}

const column = (stage: string) => screen.queryByRole('region', { name: new RegExp(`^${stage}:`) });
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));

describeScreen({
  of: {
    ...dealsBoard,
    cases: {
      ...dealsBoard.cases,
      // The error is shown above the cards and disappears with them; retry is offered if the board couldn't be loaded.
      'board.reload': (snapshot) => (snapshot.matches({ reading: 'failed' }) ? [{}] : []),
      'error.dismiss': ({ context: { board, error } }) => (board === null || error === null ? [] : [{}]),
    },
  },
  mount: async () => {
    jobs = createJobs();
    const observer = createObserver(dealsBoard.machine);
    const app = await createStage({ inspect: observer.inspect });
    return mountScreen(
      observer,
      jobs,
      <Stage app={app}>
        <Host />
      </Stage>,
    );
  },
  gestures: {
    'question.changed': ({ question }) => act(async () => ask(question)),
    'board.reload': () => press('Try again'),
    'list.read': async () => {
      await act(async () => read(true));
      await act(async () => read(false));
    },
    'card.move': ({ id, stage }) => void fireEvent.drop(column(stage) as HTMLElement, { dataTransfer: { getData: () => id } }),
    'error.dismiss': () => press('Dismiss'),
  },
  shows: (model) => {
    const { board, moves, failure, error } = model.context;
    const stageName = moves.at(-1)?.stage ?? board?.data[0]?.stage;
    for (const stage of stageNames) {
      const columnElement = column(stage);
      expect(columnElement !== null).toBe(board !== null);
      // The latest move is shown at once, and the totals follow it.
      const card = columnElement && within(columnElement).queryByRole('button', { name: 'Open the deal Robotics week' });
      expect(card !== null).toBe(board !== null && stage === stageName);
      if (card) {
        expect(columnElement?.getAttribute('aria-label')).toContain(stage === 'Qualified' ? '2 deals, $2,401.00' : '1 deal, $1,200.50');
        expect(card.closest('li')?.getAttribute('aria-busy')).toBe(moves.length > 0 ? 'true' : null);
      }
    }
    if (board) expect(document.querySelector('.deal-board.is-stale') !== null).toBe(model.hasTag('stale'));
    const alerts = screen.queryAllByRole('alert').map((item) => item.textContent);
    const expected = [...(model.matches({ reading: 'failed' }) ? [failure] : []), ...(board ? [error] : [])];
    expect(alerts).toEqual(expected.filter((item) => item !== null).map((item) => expect.stringContaining(item)));
    // Screen readers announce the move.
    if (board) expect(screen.getByRole('status').textContent).toBe(moves.length > 0 ? `${deal.name} moved to ${moves.at(-1)?.stage}.` : '');
    if (model.matches({ saving: 'moving' })) {
      const saved = jobs.calls.findLast(({ id }) => id === 'saveMove')?.input;
      expect(saved).toEqual([moves[0]?.deal, 'move', { stage: moves[0]?.stage }]);
    }
  },
});
