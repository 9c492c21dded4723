export type { PaidBeforeWrite } from './decidePaidBefore.ts';
export { allocateParts, type ReceiptWrite } from './decideReceipts.ts';
export { type Decided, type DecisionContext as Deciding, decideRows } from './decideRows.ts';
export { createDecisionContext as decidingOf, type ImportRequest, importCauseOf, isSoleImporter } from './deciding.ts';
export { invoiceIdOf, isNewId, type RowDecision, reassignTo } from './decision.ts';
