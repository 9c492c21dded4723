import { describe, expect, it } from 'vitest';
import { checklistItems } from '../../../contract/entities/periodReview.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { closed, closing, inReview, open, refused, signed, written } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...closing,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.has('loadReview')).toBe(
        snapshot.matches('loading') || snapshot.matches('rereading') || snapshot.matches({ shown: { writing: 'looking' } }),
      );
      expect(rig.jobs.has('askClose')).toBe(snapshot.matches('asking'));
      expect(rig.jobs.has('saveStep')).toBe(snapshot.matches('saving'));
      expect(snapshot.hasTag('busy')).toBe(
        ['loading', 'asking', 'saving', 'rereading'].some((state) => snapshot.matches(state as 'loading')),
      );
      if (snapshot.matches({ shown: 'signing' })) expect(snapshot.context.review?.may_sign).toBe(true);
      if (!snapshot.context.review?.may_sign) expect(snapshot.context.ticked).toEqual([]);
    },
  },
  table,
  ignored,
);

describe('decisions 2.11: the review of a month', () => {
  const start = async (review: typeof inReview) => {
    const rig = createRig(closing.machine, { id: '2026-10' });
    rig.actor.start();
    await rig.resolve('loadReview', review);
    return rig;
  };

  it('is signed only once every item is ticked', async () => {
    const rig = await start(inReview);
    const sign = () => rig.actor.send({ type: 'step.take', step: 'sign' });
    for (const item of checklistItems) {
      sign();
      expect(rig.actor.getSnapshot().value).toEqual({ shown: 'signing' });
      rig.actor.send({ type: 'item.toggle', item });
    }
    sign();
    expect(rig.calls.at(-1)).toMatchObject({ id: 'saveStep', input: { id: '2026-10', step: 'sign', items: checklistItems } });
    // Checked items stay checked if signing fails.
    await rig.reject('saveStep', refused);
    await rig.resolve('loadReview', inReview);
    expect(rig.actor.getSnapshot().context).toMatchObject({ ticked: checklistItems, error: 'October 2026 is already closed.' });
  });

  it('is closed only after confirmation', async () => {
    const rig = await start(signed);
    rig.actor.send({ type: 'step.take', step: 'close' });
    await rig.resolve('askClose', false);
    expect(rig.calls.map(({ id }) => id)).toEqual(['loadReview', 'askClose']);
    rig.actor.send({ type: 'step.take', step: 'close' });
    await rig.resolve('askClose', true);
    await rig.resolve('saveStep');
    await rig.resolve('loadReview', closed);
    // The month's statements are still being written, so the machine polls.
    rig.clock.increment(limits.closingLookMs - 1);
    expect(rig.actor.getSnapshot().value).toEqual({ shown: { writing: 'waiting' } });
    rig.clock.increment(1);
    // Polling doesn't block the user, and a failed poll is repeated.
    expect(rig.actor.getSnapshot().value).toEqual({ shown: { writing: 'looking' } });
    await rig.reject('loadReview', {});
    expect(rig.actor.getSnapshot()).toMatchObject({ value: { shown: { writing: 'waiting' } }, context: { error: null, review: closed } });
    rig.clock.increment(limits.closingLookMs);
    await rig.resolve('loadReview', written);
    expect(rig.actor.getSnapshot().value).toEqual({ shown: 'closed' });
  });

  it('a completed step is not reported as refused if the month cannot be loaded afterwards', async () => {
    const rig = await start(open);
    rig.actor.send({ type: 'step.take', step: 'review' });
    await rig.resolve('saveStep');
    await rig.reject('loadReview', { status: 500 });
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'failed', context: { error: messages.closing.loadFailed } });
    rig.actor.send({ type: 'review.retry' });
    await rig.resolve('loadReview', inReview);
    expect(rig.actor.getSnapshot()).toMatchObject({ value: { shown: 'signing' }, context: { error: null } });
  });
});
