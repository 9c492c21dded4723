import type { JobState } from '../../db/repositories/jobs/jobs.ts';

type Shown = 'queued' | 'processing' | 'completed' | 'failed';

/** The state for endpoints that know only four: cancelling counts as processing, cancelled as failed. */
export const shownState = (state: JobState): Shown => (state === 'cancelling' ? 'processing' : state === 'cancelled' ? 'failed' : state);
