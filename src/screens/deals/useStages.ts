import { messages } from '../../../contract/messages.ts';
import { useApp, useFeature } from '../../app/context.ts';
import { loadPipeline } from '../../services/deals.ts';
import { useAnswer } from '../../shared/useAnswer.ts';
import { stageOptions } from './dealNames.ts';

type Option = Readonly<{ value: string; label: string }>;

/** The stages of the connected CRM in its order, otherwise the default stages (decisions 2.17), also while loading. */
export const useStages = (): readonly Option[] => {
  const { http } = useApp();
  const hasStages = useFeature('pipeline');
  const { answer } = useAnswer<readonly Option[]>(
    async () => (hasStages ? (await loadPipeline(http, {})).data.map(({ stage }) => ({ value: stage, label: stage })) : stageOptions),
    {},
    messages.deals.oneFailed,
  );
  return answer ?? stageOptions;
};
