import { expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { noAnswer, unpaid, whyNot } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...whyNot,
    holds: ({ snapshot, rig }) => {
      const { text, answer, error } = snapshot.context;
      expect([...rig.jobs.keys()]).toEqual(snapshot.matches('asking') ? ['askWhyNot'] : []);
      if (snapshot.matches('asking')) expect(rig.jobs.get('askWhyNot')?.input).toEqual({ text: text.trim() });
      expect(answer !== null).toBe(snapshot.matches('answered'));
      if (snapshot.matches('failed')) expect(error).not.toBeNull();
      expect(snapshot.matches('empty')).toBe(text.trim() === '');
    },
  },
  table,
  ignored,
);

it('decisions 8.02: never shows a late answer to an old text', async () => {
  const rig = createRig(whyNot.machine, { text: '' });
  rig.actor.start();
  rig.actor.send({ type: 'text.type', text: '20999 ' });
  rig.actor.send({ type: 'question.ask' });
  expect(rig.calls.at(-1)).toEqual({ id: 'askWhyNot', input: { text: '20999' } });
  const lateJob = rig.jobs.get('askWhyNot');
  rig.actor.send({ type: 'text.type', text: 'Nobody' });
  lateJob?.resolve(unpaid);
  rig.actor.send({ type: 'question.ask' });
  await rig.resolve('askWhyNot', noAnswer);
  expect(rig.actor.getSnapshot().context.answer).toEqual(noAnswer);
});

it("decisions 8.02: the URL's query is requested at once; Back requests the previous one, and the same query again requests nothing", async () => {
  const rig = createRig(whyNot.machine, { text: '20999' });
  rig.actor.start();
  expect(rig.calls).toEqual([{ id: 'askWhyNot', input: { text: '20999' } }]);
  await rig.resolve('askWhyNot', unpaid);
  rig.actor.send({ type: 'question.follow', text: '20999' });
  expect(rig.calls).toHaveLength(1);
  rig.actor.send({ type: 'text.type', text: 'Nobody' });
  rig.actor.send({ type: 'question.ask' });
  await rig.resolve('askWhyNot', noAnswer);
  rig.actor.send({ type: 'question.follow', text: '20999' });
  expect(rig.calls.at(-1)).toEqual({ id: 'askWhyNot', input: { text: '20999' } });
  rig.actor.send({ type: 'question.follow', text: '' });
  expect(rig.actor.getSnapshot()).toMatchObject({ value: 'empty', context: { text: '', asked: '' } });
});
