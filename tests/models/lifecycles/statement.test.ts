import { describe, expect, it } from 'vitest';
import { statementLifecycle } from '../../../contract/lifecycles/statement.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

/** Decisions 2, "Reports": queued → processing → completed or failed (→ retry); a lost worker's job is queued again. */
describeMachine(
  {
    machine: statementLifecycle,
    inputs: [{ attempts: 1 }, { attempts: 3 }],
    cases: { start: [{}], complete: [{}], fail: [{}], lose: [{}], retry: [{}] },
    project: ({ attempts }) => [attempts],
  },
  `
statement.queued --start[0]--> statement.processing
statement.processing --complete[0]--> statement.completed
statement.processing --fail[0]--> statement.failed
statement.processing --lose[0 triesLeft]--> statement.queued
statement.processing --lose[1]--> statement.failed
statement.failed --retry[0]--> statement.queued
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
    expect(step(statementLifecycle, 'processing', { type: 'lose' }, { attempts: 2 })).toBe('queued');
    expect(step(statementLifecycle, 'processing', { type: 'lose' }, { attempts: 3 })).toBe('failed');
  });
});
