import type { Deal } from '../../../contract/entities/deal.ts';
import { messages } from '../../../contract/messages.ts';
import { editedFormOf } from '../support/editedForm.ts';
import { sentenceOf } from '../support/failure.ts';

/** What is typed, by field: of a deal, of its notes, or why it was lost. */
export type DealBody = Readonly<Record<string, string>>;
/** Whom a save is about: null for a new deal. */
export type EditedDeal = Readonly<{ id: string; version: number }>;

const sentence = (error: unknown): string => sentenceOf({ error, fallback: messages.dealForm.failed });

/**
 * A dialog of a deal: New, Edit, Notes, Mark as Lost (decisions 2.17).
 * Normal path: open.editing → saving → saved.
 * Never: close before the server answered, lose what was typed, or overwrite what the editor was not told of.
 * Tag `unsaved`: what is typed, if anything is, exists nowhere else.
 */
export const dealFormMachine = editedFormOf<DealBody, Deal, Deal, EditedDeal>()({
  id: 'dealForm',
  editedOf: ({ id, version }) => ({ id, version }),
  failed: sentence,
  conflicted: sentence,
});
