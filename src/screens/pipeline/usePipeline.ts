import { useLocation, useSearch } from 'wouter';
import type { Pipeline } from '../../../contract/entities/deal.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp, useFeature } from '../../app/context.ts';
import { loadPipeline } from '../../services/deals.ts';
import { toPersonUrl } from '../../shared/scope/scopeInUrl.ts';
import { useAnswerTo } from '../../shared/useAnswer.ts';

const parseOwner = (search: string): string => {
  const owner = new URLSearchParams(search).get('person') ?? '';
  return owner === 'none' || /^\d{1,15}$/.test(owner) ? owner : '';
};

/** Connects the pipeline to the server, or to the specified sample without the feature (decisions 1.02). The owner is in the URL. */
export const usePipeline = () => {
  const { http } = useApp();
  const isLive = useFeature('pipeline');
  const [, navigate] = useLocation();
  const owner = parseOwner(useSearch());
  const toQuestion = (owner: string): Record<string, string> => (owner === '' ? {} : { owner });
  const { answer, loading, stale, error, retry } = useAnswerTo<Pipeline>(
    async (question) => (isLive ? loadPipeline(http, question) : (await import('./sample.ts')).sample),
    toQuestion(owner),
    messages.pipeline.failed,
  );
  return {
    pipeline: answer,
    loading,
    stale,
    error,
    retry,
    owner,
    isLive,
    choose: (next: string) => navigate(toPersonUrl('/pipeline', next)),
    /** Links to the owner's open deals, or to those of a stage, a month or a funnel step. */
    deals: (filter: Readonly<Record<string, string>>): string => {
      const query = String(new URLSearchParams({ ...(owner === '' ? {} : { person: owner }), ...filter }));
      return query === '' ? '/deals' : `/deals?${query}`;
    },
  };
};
export type BoundPipeline = ReturnType<typeof usePipeline>;
