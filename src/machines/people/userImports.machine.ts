import type { UserImport, UserImportUndo } from '../../../contract/entities/people.ts';
import { messages } from '../../../contract/messages.ts';
import { deskOf } from '../support/desk.ts';
import { toFailureMessage } from '../support/failure.ts';

export type UserImportStep = Readonly<{ id: string; title: string }>;

const t = messages.userImport;

/**
 * The earlier imports of people, each of which can be undone.
 * Normal path: loading → shown → confirming → saving → loading.
 * Never: undo an import without confirmation, or twice.
 */
export const userImportsMachine = deskOf<readonly UserImport[], UserImportStep, UserImportUndo>()({
  id: 'userImports',
  canTake: (imports, { id }) => imports.some((entry) => entry.id === id && entry.undone_at === null),
  mustConfirm: () => true,
  describeFailure: (error, step) => toFailureMessage({ error, fallback: step ? t.undoFailed : t.earlierFailed }),
});
