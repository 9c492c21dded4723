import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { confirmation, question } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...confirmation,
    holds: ({ snapshot }) => expect(snapshot.context.question === null).toBe(snapshot.matches('quiet')),
  },
  table,
  ignored,
);

describe('confirmation', () => {
  const create = () => {
    const rig = createRig(confirmation.machine, undefined);
    rig.actor.start();
    return rig.actor;
  };

  it('decisions 8.01: an answer belongs to the latest question', () => {
    const actor = create();
    actor.send({ type: 'question.ask', question: question('a') });
    actor.send({ type: 'question.ask', question: question('b') });
    actor.send({ type: 'question.accept', reason: '' });
    expect(actor.getSnapshot().value).toBe('accepted');
    expect(actor.getSnapshot().context.question?.id).toBe('b');
  });

  it('a second press does not turn a no into a yes', () => {
    const actor = create();
    actor.send({ type: 'question.ask', question: question('a') });
    actor.send({ type: 'question.reject' });
    actor.send({ type: 'question.accept', reason: '' });
    expect(actor.getSnapshot().value).toBe('rejected');
  });

  it('decisions 2.11: a required reason is sent without surrounding blanks; a short one is refused', () => {
    const actor = create();
    const reason = { label: 'Reason', least: 5, short: 'Too short' };
    actor.send({ type: 'question.ask', question: { ...question('a'), reason } });
    actor.send({ type: 'question.accept', reason: '  four  ' });
    expect([actor.getSnapshot().value, actor.getSnapshot().context.error]).toEqual(['asking', 'Too short']);
    actor.send({ type: 'question.accept', reason: ' fives ' });
    const { value, context } = actor.getSnapshot();
    expect([value, context.reason, context.error]).toEqual(['accepted', 'fives', null]);
  });
});
