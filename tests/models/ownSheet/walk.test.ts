import { expect, it } from 'vitest';
import { compareWithRecords } from '../../../src/machines/commissions/ownSheet.machine.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { chosen, explanation, named, ownSheetCases, question, record, unnamed } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...ownSheetCases,
    holds: ({ snapshot, rig }) => {
      const jobs = { readSheet: 'reading', loadRecords: 'loading', explainRecords: 'explaining', sendQuestion: 'sending' } as const;
      for (const [id, state] of Object.entries(jobs)) expect(rig.jobs.has(id)).toBe(snapshot.matches(state));
      expect(snapshot.context.question !== null).toBe(snapshot.matches('asking') || snapshot.matches('sending'));
    },
  },
  table,
  ignored,
);

const start = async (rows = named) => {
  const rig = createRig(ownSheetCases.machine, undefined);
  rig.actor.start();
  rig.actor.send({ type: 'text.paste', text: 'pasted' });
  await rig.resolve('readSheet', rows);
  return rig;
};

it('explains only differences, and sends only the question', async () => {
  const rig = await start();
  rig.actor.send({ type: 'sheet.compare' });
  await rig.resolve('loadRecords', [record, { ...record, id: '32', invoice_number: '10999' }]);
  expect(rig.calls.at(-1)).toEqual({ id: 'explainRecords', input: { records: [record] } });
  await rig.resolve('explainRecords', { 31: explanation });
  expect(compareWithRecords(rig.actor.getSnapshot().context).map(({ state, yours, ours }) => [state, yours, ours])).toEqual([
    ['differs', 5_500, 5_000],
    ['not_in_sheet', null, 5_000],
  ]);
  rig.actor.send({ type: 'question.begin', ...question });
  rig.actor.send({ type: 'question.send' });
  expect(rig.calls.at(-1)).toEqual({ id: 'sendQuestion', input: question });
  await rig.resolve('sendQuestion', undefined);
  expect(rig.actor.getSnapshot().can({ type: 'question.begin', ...question })).toBe(false);
});

it('compares nothing until both columns are known', async () => {
  const rig = await start(unnamed);
  expect(rig.actor.getSnapshot().can({ type: 'sheet.compare' })).toBe(false);
  rig.actor.send({ type: 'columns.choose', columns: chosen });
  expect(rig.actor.getSnapshot().can({ type: 'sheet.compare' })).toBe(true);
});

it('keeps the input if the server refuses it', async () => {
  const rig = await start();
  rig.actor.send({ type: 'sheet.compare' });
  await rig.resolve('loadRecords', [record]);
  await rig.resolve('explainRecords', { 31: explanation });
  rig.actor.send({ type: 'question.begin', ...question });
  rig.actor.send({ type: 'question.send' });
  await rig.reject('sendQuestion', { status: 409, data: { message: 'This amount is already being questioned.' } });
  const { value, context } = rig.actor.getSnapshot();
  expect([value, context.question, context.error]).toEqual(['asking', question, 'This amount is already being questioned.']);
});
