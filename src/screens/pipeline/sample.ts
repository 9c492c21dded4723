import type { Pipeline } from '../../../contract/entities/deal.ts';

/** spec 2.43, 9.11: sample figures, tagged as such, for a provider without the pipeline feature. */
export const sample: Pipeline = {
  data: [
    { stage: 'Prospecting', count: 24, value: 96_000, probability: 0.1, weighted_value: 9_600, gone: false },
    { stage: 'Qualified', count: 16, value: 84_000, probability: 0.25, weighted_value: 21_000, gone: false },
    { stage: 'Proposal', count: 11, value: 77_000, probability: 0.5, weighted_value: 38_500, gone: false },
    { stage: 'Negotiation', count: 6, value: 52_000, probability: 0.75, weighted_value: 39_000, gone: false },
    { stage: 'Verbal', count: 3, value: 31_000, probability: 0.9, weighted_value: 27_900, gone: false },
  ],
  summary: { deal_count: 60, total_value: 340_000, weighted_value: 136_000, average_deal_size: 5_666.67, needs_data: 0, stale: 0 },
  forecast: [],
  funnel: [
    { stage: 'Prospecting', count: 96 },
    { stage: 'Qualified', count: 61 },
    { stage: 'Proposal', count: 38 },
    { stage: 'Negotiation', count: 24 },
    { stage: 'Verbal', count: 19 },
    { stage: 'won', count: 16 },
  ],
};
