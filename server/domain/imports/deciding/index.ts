export type { PaidBeforeWrite } from './decidePaidBefore.ts';
export { allocated, type ReceiptWrite } from './decideReceipts.ts';
export { type Decided, type DecisionContext as Deciding, decideRows } from './decideRows.ts';
export { createDecisionContext as decidingOf, type ImportRequest, importCauseOf, isAlone } from './deciding.ts';
export { assigned, decidedId, isNewId, type RowDecision } from './decision.ts';
