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
  const make = () => {
    const rig = createRig(confirmation.machine, undefined);
    rig.actor.start();
    return rig.actor;
  };

  it('decisions 8.01: an answer belongs to the question that was asked last', () => {
    const actor = make();
    actor.send({ type: 'question.ask', question: question('a') });
    actor.send({ type: 'question.ask', question: question('b') });
    actor.send({ type: 'question.accept' });
    expect(actor.getSnapshot().value).toBe('accepted');
    expect(actor.getSnapshot().context.question?.id).toBe('b');
  });

  it('a second press does not turn a no into a yes', () => {
    const actor = make();
    actor.send({ type: 'question.ask', question: question('a') });
    actor.send({ type: 'question.reject' });
    actor.send({ type: 'question.accept' });
    expect(actor.getSnapshot().value).toBe('rejected');
  });
});
