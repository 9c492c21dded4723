import type { Commission, CommissionSummary } from '../../../../contract/entities/commission.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import { useApp, useFeature } from '../../../app/context.ts';
import type { SummaryFigure } from '../../../machines/commissions/commissions.machine.ts';
import { createExplanations, type ExplanationOwner } from '../../../services/explanations.ts';
import { fetchDialog } from '../../../ui/dialog/index.ts';
import { fetchRecordPanel, fetchWhySummary } from '../lazy.ts';
import { fetchWhyTab } from './lazyTab.ts';

type IntentTarget = ExplanationOwner &
  Readonly<{
    summary: CommissionSummary | null;
    range: DateRange;
    /** A record under the plan of the figures; undefined if they cover several people. */
    sample: Commission | undefined;
  }>;

/** Opening the dialog repeats a failed prefetch and shows the error. */
const ignoreFailure = (request: Promise<unknown>): void => void request.catch(() => {});

/** Prefetches code and answers of likely next clicks, so that Why opens instantly. */
export const useIntents = ({ summary, userId, ofTeam = false, range, sample }: IntentTarget) => {
  const explanations = useApp().getService(createExplanations);
  const hasExplanations = useFeature('explain');
  const prefetchFigure = async (figure: SummaryFigure, summary: CommissionSummary): Promise<void> => {
    const { getFigureReason } = await import('../figures.ts');
    const { hasChanges, hasDifference, isFromPlan } = getFigureReason(figure, { summary, range, who: '' });
    if (hasChanges) ignoreFailure(explanations.changes({ userId, ofTeam }, range, summary));
    if (hasDifference) ignoreFailure(explanations.difference({ userId, ofTeam }, range, summary));
    if (isFromPlan && sample) ignoreFailure(explanations.explain(sample, ''));
  };
  return {
    onRowIntent: (row: Commission): void => {
      void fetchRecordPanel();
      void fetchDialog();
      if (!hasExplanations) return;
      void fetchWhyTab();
      ignoreFailure(explanations.explain(row, ''));
    },
    onFigureIntent: (figure: SummaryFigure): void => {
      void fetchDialog();
      void fetchWhySummary();
      if (summary) ignoreFailure(prefetchFigure(figure, summary));
    },
  };
};
