import { describe, expect, it } from 'vitest';
import { reportLifecycle } from '../../../contract/lifecycles/report.ts';
import { canStep, step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

/** Decisions 2.18, spec 4.10: queued → processing → completed or failed (→ retry). */
describeMachine(
  {
    machine: reportLifecycle,
    inputs: [{ kept: true }, { kept: false }],
    cases: { start: [{}], complete: [{}], fail: [{}], postpone: [{}], retry: [{}], download: [{}], remove: [{}] },
    project: ({ kept: isKept }) => [isKept],
  },
  `
report.queued --start[0]--> report.processing
report.queued --remove[0]--> report.removed
report.processing --complete[0]--> report.completed
report.processing --fail[0]--> report.failed
report.processing --postpone[0]--> report.queued
report.completed --download[0 isKept]--> report.completed
report.completed --remove[0]--> report.removed
report.failed --retry[0]--> report.queued
report.failed --remove[0]--> report.removed
`,
  `
queued: complete, fail, postpone — nobody writes it yet
queued: retry, download — it is neither failed nor written
processing: start — somebody writes it already
processing: retry, download, remove — it is neither failed nor written; the call says so
completed: start, complete, fail, postpone, retry — it is written
failed: start, complete, fail, postpone — it is queued first, by a retry
failed: download — there is no file
removed: start, complete, fail, postpone, retry, download, remove — it is gone
`,
);

describe('a report', () => {
  it('decisions 2.18: can be retried only after a failure', () => {
    expect(step(reportLifecycle, 'failed', { type: 'retry' }, { kept: false })).toBe('queued');
    for (const state of ['queued', 'processing', 'completed'])
      expect(step(reportLifecycle, state, { type: 'retry' }, { kept: true })).toBeNull();
  });

  it('can be downloaded only while its file is kept', () => {
    expect(canStep(reportLifecycle, 'completed', { type: 'download' }, { kept: true })).toBe(true);
    expect(canStep(reportLifecycle, 'completed', { type: 'download' }, { kept: false })).toBe(false);
  });
});
