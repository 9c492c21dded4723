import type { JobState } from '../../db/repositories/jobs/jobs.ts';

type Shown = 'queued' | 'processing' | 'completed' | 'failed';

/** The state as the calls tell it that know four: what is being cancelled still runs, and what was cancelled has not been done. */
export const shownState = (state: JobState): Shown => (state === 'cancelling' ? 'processing' : state === 'cancelled' ? 'failed' : state);
