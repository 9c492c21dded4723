import { describe, expect, it } from 'vitest';
import { jobLifecycle } from '../../../contract/lifecycles/job.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

/** Decisions 2.18: queued → processing → completed or failed (→ retry); a lost worker's job is queued again. */
describeMachine(
  {
    machine: jobLifecycle,
    inputs: [
      { attempts: 1, crashes: 0 },
      { attempts: 3, crashes: 5 },
    ],
    cases: { start: [{}], complete: [{}], fail: [{}], lose: [{}], crash: [{}], postpone: [{}], cancel: [{}], stop: [{}], retry: [{}] },
    project: ({ attempts, crashes }) => [attempts, crashes],
  },
  `
job.queued --start[0]--> job.processing
job.queued --cancel[0]--> job.cancelled
job.processing --complete[0]--> job.completed
job.processing --fail[0]--> job.failed
job.processing --lose[0 triesLeft]--> job.queued
job.processing --lose[1]--> job.failed
job.processing --crash[0 crashesLeft]--> job.queued
job.processing --crash[1]--> job.failed
job.processing --postpone[0]--> job.queued
job.processing --cancel[0]--> job.cancelling
job.cancelling --complete[0]--> job.completed
job.cancelling --fail[0]--> job.cancelled
job.cancelling --lose[0]--> job.cancelled
job.cancelling --crash[0]--> job.cancelled
job.cancelling --postpone[0]--> job.cancelled
job.cancelling --stop[0]--> job.cancelled
job.failed --retry[0]--> job.queued
job.cancelled --retry[0]--> job.queued
`,
  `
queued: complete, fail, lose, crash, postpone, stop, retry — nobody is doing it yet
processing: start, stop, retry — one worker has it, and nobody asked for its end
cancelling: start, cancel, retry — its worker is stopping
completed: start, complete, fail, lose, crash, postpone, cancel, stop, retry — what it made is kept and stays as it is
failed: start, complete, fail, lose, crash, postpone, cancel, stop — only a retry queues it again
cancelled: start, complete, fail, lose, crash, postpone, cancel, stop — only a retry queues it again
`,
);

describe('a statement', () => {
  it('is not retried forever: the third error in a row ends it', () => {
    expect(step(jobLifecycle, 'processing', { type: 'lose' }, { attempts: 2, crashes: 4 })).toBe('queued');
    expect(step(jobLifecycle, 'processing', { type: 'lose' }, { attempts: 3, crashes: 0 })).toBe('failed');
  });

  it('ends after five servers in a row have stopped during it', () => {
    expect(step(jobLifecycle, 'processing', { type: 'crash' }, { attempts: 3, crashes: 4 })).toBe('queued');
    expect(step(jobLifecycle, 'processing', { type: 'crash' }, { attempts: 1, crashes: 5 })).toBe('failed');
  });

  it('ends if cancelled in progress, whatever its worker reports next; a job completed before stays completed', () => {
    const stateAfter = (type: 'complete' | 'fail' | 'lose' | 'crash' | 'postpone' | 'stop') =>
      step(jobLifecycle, 'cancelling', { type }, { attempts: 1, crashes: 0 });
    expect([stateAfter('stop'), stateAfter('fail'), stateAfter('lose'), stateAfter('crash'), stateAfter('postpone')]).toEqual(
      Array(5).fill('cancelled'),
    );
    expect(stateAfter('complete')).toBe('completed');
  });
});
