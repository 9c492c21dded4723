import { lazyComponent } from '../../ui/support/later.tsx';

// Parts opened from the page, each with a function that prefetches it.
export const [RecordPanel, fetchRecordPanel] = lazyComponent(() => import('./parts/RecordPanel.tsx'));
export const [ComparisonCard] = lazyComponent(() => import('./compared/ComparisonCard.tsx'));
export const [WhySummary, fetchWhySummary] = lazyComponent(() => import('./why/WhySummary.tsx'));

// Loaded only for users who answer questions.
export const [DisputeQuestions] = lazyComponent(() => import('./disputes/DisputeQuestions.tsx'));
