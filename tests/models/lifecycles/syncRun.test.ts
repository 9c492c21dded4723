import { describe, expect, it } from 'vitest';
import { step } from '../../../contract/lifecycles/step.ts';
import { syncRunLifecycle } from '../../../contract/lifecycles/syncRun.ts';
import { describeMachine } from '../support/walk.ts';

/** Decisions 7.07. */
describeMachine(
  {
    machine: syncRunLifecycle,
    inputs: [{}],
    cases: { take: [{}], complete: [{}], fail: [{}], cancel: [{}] },
    project: () => [],
  },
  `
syncRun.queued --take[0]--> syncRun.processing
syncRun.queued --cancel[0]--> syncRun.cancelled
syncRun.queued --fail[0]--> syncRun.failed
syncRun.processing --take[0]--> syncRun.processing
syncRun.processing --complete[0]--> syncRun.completed
syncRun.processing --fail[0]--> syncRun.failed
syncRun.processing --cancel[0]--> syncRun.cancelled
`,
  `
queued: complete — nobody reads yet
completed: take, complete, fail, cancel — it has ended already
failed: take, complete, fail, cancel — it ended; the next run goes on
cancelled: take, complete, fail, cancel — it has ended already
`,
);

describe('a run that lost its worker', () => {
  it('decisions 7.07: is taken over and continues', () => {
    expect(step(syncRunLifecycle, 'processing', { type: 'take' }, {})).toBe('processing');
  });
});
