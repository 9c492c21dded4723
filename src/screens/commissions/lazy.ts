import { later } from '../../ui/support/later.tsx';

// Parts opened from the page, each with a function that prefetches it.
export const [RecordPanel, fetchRecordPanel] = later(() => import('./parts/RecordPanel.tsx'));
export const [ComparisonCard] = later(() => import('./compared/ComparisonCard.tsx'));
export const [WhySummary, fetchWhySummary] = later(() => import('./why/WhySummary.tsx'));

// Loaded only for users who answer questions.
export const [DisputeQuestions] = later(() => import('./disputes/DisputeQuestions.tsx'));
