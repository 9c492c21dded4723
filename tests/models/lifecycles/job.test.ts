import { describe, expect, it } from 'vitest';
import { jobLifecycle } from '../../../contract/lifecycles/job.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

/** Decisions 2.18: queued → processing → completed or failed (→ retry); a lost worker's job is queued again. */
describeMachine(
  {
    machine: jobLifecycle,
    inputs: [{ attempts: 1 }, { attempts: 3 }],
    cases: { start: [{}], complete: [{}], fail: [{}], lose: [{}], retry: [{}] },
    project: ({ attempts }) => [attempts],
  },
  `
job.queued --start[0]--> job.processing
job.processing --complete[0]--> job.completed
job.processing --fail[0]--> job.failed
job.processing --lose[0 triesLeft]--> job.queued
job.processing --lose[1]--> job.failed
job.failed --retry[0]--> job.queued
`,
  `
queued: complete, fail, lose, retry — nobody is writing it yet
processing: start, retry — one writer has it
completed: start, complete, fail, lose, retry — its file is written and stays as it is
failed: start, complete, fail, lose — only a retry queues it again
`,
);

describe('a statement', () => {
  it('is not tried for ever: the third worker that is lost ends it', () => {
    expect(step(jobLifecycle, 'processing', { type: 'lose' }, { attempts: 2 })).toBe('queued');
    expect(step(jobLifecycle, 'processing', { type: 'lose' }, { attempts: 3 })).toBe('failed');
  });
});
