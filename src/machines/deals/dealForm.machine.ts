import type { Deal } from '../../../contract/entities/deal.ts';
import { messages } from '../../../contract/messages.ts';
import { editedFormOf } from '../support/editedForm.ts';
import { toFailureMessage } from '../support/failure.ts';

/** The form's values by field: of a deal, its notes, or the reason for a loss. */
export type DealBody = Readonly<Record<string, string>>;
/** The deal to save; null for a new one. */
export type EditedDeal = Readonly<{ id: string; version: number }>;

const toErrorText = (error: unknown): string => toFailureMessage({ error, fallback: messages.dealFormText.failed });

/**
 * A dialog of a deal: New, Edit, Notes, Mark as Lost (decisions 2.17).
 * Normal path: open.editing → saving → saved.
 * Never: close before the server responds, lose input, or overwrite a change the editor has not seen.
 * Tag `unsaved`: the input, if any, exists nowhere else.
 */
export const dealFormMachine = editedFormOf<DealBody, Deal, Deal, EditedDeal>()({
  id: 'dealForm',
  editedOf: ({ id, version }) => ({ id, version }),
  describeFailure: toErrorText,
  describeConflict: toErrorText,
});
