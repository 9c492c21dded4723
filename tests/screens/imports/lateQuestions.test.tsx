import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ImportDetail } from '../../../contract/entities/import.ts';
import RunPanel from '../../../src/screens/imports/parts/RunPanel.tsx';
import type { Imports } from '../../../src/services/imports.ts';
import { run } from '../../models/importRun/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

afterEach(cleanup);
const endedRun: ImportDetail = {
  ...run('completed'),
  actions: ['retry', 'answer', 'undo'],
  waiting: 3,
  questions: [{ kind: 'state', text: 'Parked', rows: 3, people: [] }],
};
const loadNoRows = async () => ({ data: [], pagination: { cursor: null, limit: 50, total: null } });

const open = async (detail: ImportDetail, failure: object | null = null) => {
  const steps: unknown[] = [];
  const step = async (_id: string, request: unknown) => {
    steps.push(request);
    if (failure !== null) throw Object.assign(new Error('not done'), failure);
    return { ...detail, waiting: 0, questions: [], actions: ['undo'] };
  };
  const service = { find: async () => detail, step, rows: loadNoRows, quarantine: loadNoRows } as unknown as Imports;
  const app = await createStage({ features: ['imports'] });
  const panel = { id: '12', listed: null, service, onChanged: () => {}, onClose: () => {}, onPrevious: undefined, onNext: undefined };
  await act(async () => {
    render(
      <Stage app={app}>
        <RunPanel {...panel} />
      </Stage>,
    );
  });
  await screen.findByText('Completed');
  return steps;
};

it('asks the questions about quarantined rows after the run, and sends the answers with the retry (decisions 2.26)', async () => {
  const steps = await open(endedRun);
  const save = screen.getByRole('button', { name: 'Save answers and import these rows' });
  expect(save.hasAttribute('disabled')).toBe(true);
  fireEvent.change(screen.getByLabelText('What does the status "Parked" mean?'), { target: { value: 'counts' } });
  await act(async () => void fireEvent.click(save));
  expect(steps).toEqual([{ kind: 'answerRows', answers: { states: { parked: 'counts' }, types: {}, names: {} } }]);
  expect(screen.queryByText(/What does the status/)).toBeNull();
});

it('shows the answers of an ended run and sends a changed one (decisions 2.26)', async () => {
  const steps = await open({ ...endedRun, waiting: 0, questions: [], choices: { states: { parked: 'counts' } } });
  const save = screen.getByRole('button', { name: 'Save answers and import these rows' });
  const answer = screen.getByLabelText('What does the status "parked" mean?') as HTMLSelectElement;
  expect([answer.value, save.hasAttribute('disabled')]).toEqual(['counts', true]);
  fireEvent.change(answer, { target: { value: 'invalid' } });
  await act(async () => void fireEvent.click(save));
  expect(steps).toEqual([{ kind: 'answerRows', answers: { states: { parked: 'invalid' }, types: {}, names: {} } }]);
});

it('says that an undo waits for another person, and not that it failed (decisions 3.06)', async () => {
  const waiting = { status: 202, data: { message: 'It waits for another person’s approval.' } };
  await open({ ...endedRun, questions: [], actions: ['drop', 'undo', 'start'] }, waiting);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Start import' })));
  const message = await screen.findByText(waiting.data.message);
  expect(message.closest('[role="alert"]')?.className).toContain('warn');
});

it('asks nothing if no row waits for an answer', async () => {
  await open({ ...endedRun, questions: [] });
  expect(screen.queryByRole('button', { name: 'Save answers and import these rows' })).toBeNull();
});
