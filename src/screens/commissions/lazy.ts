import { later } from '../../ui/support/later.tsx';

// What is opened from the page, each with what fetches it before it is wanted.
export const [RecordPanel, fetchRecordPanel] = later(() => import('./parts/RecordPanel.tsx'));
export const [ComparisonCard] = later(() => import('./compared/ComparisonCard.tsx'));
export const [WhySummary, fetchWhySummary] = later(() => import('./why/WhySummary.tsx'));

// Only for those who answer questions.
export const [DisputeQuestions] = later(() => import('./disputes/DisputeQuestions.tsx'));
