import type { JobState } from '../../db/repositories/jobs/jobs.ts';

type ShownJobState = 'queued' | 'processing' | 'completed' | 'failed';

/** The state for endpoints that know only four: `cancelling` counts as processing, `cancelled` as failed. */
export const toShownState = (state: JobState): ShownJobState =>
  state === 'cancelling' ? 'processing' : state === 'cancelled' ? 'failed' : state;
