import { useState } from 'react';
import { messages } from '../../../../contract/messages.ts';
import { confirmWithUser } from '../../../services/browser.ts';
import { useDraft } from '../../../shared/useDraft.ts';
import { useUnsavedGuard } from '../../../shared/useUnsavedGuard.ts';

/** An unsent draft: the text, and the amount of a resolution. */
export type Draft = Readonly<{ message: string; amount: string }>;
type DraftsByKey = Readonly<Record<string, Draft>>;
const isDraftsByKey = (value: unknown): value is DraftsByKey => typeof value === 'object' && value !== null;
export const hasContent = ({ message, amount }: Draft): boolean => message.trim() !== '' || amount !== '';
const t = messages.disputes;

/** Drafts about one record, by question. They survive switching tabs; leaving the record or the page with a draft asks for confirmation. */
export const useDisputeDrafts = (recordId: string) => {
  const { found: storedDrafts, keep } = useDraft(`disputes.${recordId}`, isDraftsByKey);
  const [editedDrafts, setEditedDrafts] = useState<Readonly<{ recordId: string; all: DraftsByKey }> | null>(null);
  const drafts = editedDrafts?.recordId === recordId ? editedDrafts.all : (storedDrafts ?? {});
  const unsaved = Object.values(drafts).some(hasContent);
  useUnsavedGuard(unsaved, t.leave);
  const saveAll = (all: DraftsByKey): void => {
    setEditedDrafts({ recordId, all });
    keep(all);
  };
  return {
    draftOf: (key: string): Draft => drafts[key] ?? { message: '', amount: '' },
    keep: (key: string, draft: Draft): void => saveAll({ ...drafts, [key]: draft }),
    /** Wraps `leave` with a confirmation if a draft would be lost. */
    guardLeave: (leave: () => void) => (): void => {
      if (unsaved && !confirmWithUser(t.discard)) return;
      if (unsaved) saveAll({});
      leave();
    },
  };
};
export type DisputeDrafts = ReturnType<typeof useDisputeDrafts>;
