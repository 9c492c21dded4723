import { describe, expect, it } from 'vitest';
import { mailLifecycle } from '../../../contract/lifecycles/mail.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

/** Decisions 5.03: retried for a day, then failed. */
describeMachine(
  {
    machine: mailLifecycle,
    inputs: [{ ageHours: 1 }, { ageHours: 24 }],
    cases: { send: [{}], accept: [{}], refuse: [{}], lose: [{}], retry: [{}] },
    project: ({ ageHours }) => [ageHours],
  },
  `
mail.queued --send[0]--> mail.sending
mail.sending --accept[0]--> mail.sent
mail.sending --refuse[0]--> mail.failed
mail.sending --lose[0 dayLeft]--> mail.queued
mail.sending --lose[1]--> mail.failed
mail.failed --retry[0]--> mail.queued
`,
  `
queued: accept, refuse, lose, retry — nobody is sending it yet
sending: send, retry — one server has it in hand
sent: send, accept, refuse, lose, retry — the mail server has it, and nobody takes it back
failed: send, accept, refuse, lose — only a retry queues it again
`,
);

describe('a mail that cannot be delivered yet', () => {
  it('decisions 5.03: is retried for a day, and no longer', () => {
    expect(step(mailLifecycle, 'sending', { type: 'lose' }, { ageHours: 23.99 })).toBe('queued');
    expect(step(mailLifecycle, 'sending', { type: 'lose' }, { ageHours: 24 })).toBe('failed');
  });
});
