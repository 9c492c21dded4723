import { useState } from 'react';
import { messages } from '../../../../contract/messages.ts';
import { confirmWithUser } from '../../../services/browser.ts';
import { useDraft } from '../../../shared/useDraft.ts';
import { useUnsavedGuard } from '../../../shared/useUnsavedGuard.ts';

/** What is written and not sent: the words, and the amount that goes with a resolution. */
export type Draft = Readonly<{ message: string; amount: string }>;
type All = Readonly<Record<string, Draft>>;
type Kept = Readonly<{ recordId: string; all: All }>;
const isKept = (value: unknown): value is Kept => typeof value === 'object' && value !== null && 'recordId' in value && 'all' in value;
const text = messages.disputes;

/** Drafts about one record, by what they answer. They outlive the tab that they are written in; leaving the record or the page with one is asked about. */
export const useDrafts = (recordId: string) => {
  const { found, keep } = useDraft('disputes', isKept, (kept) => kept.recordId === recordId);
  const [drafts, setDrafts] = useState<All>(found?.all ?? {});
  const unsaved = Object.values(drafts).some(({ message, amount }) => message.trim() !== '' || amount !== '');
  useUnsavedGuard(unsaved, text.leave);
  const change = (all: All): void => {
    setDrafts(all);
    keep({ recordId, all });
  };
  return {
    of: (key: string): Draft => drafts[key] ?? { message: '', amount: '' },
    keep: (key: string, draft: Draft): void => change({ ...drafts, [key]: draft }),
    /** Does it, after a question where something would be lost. */
    leaving: (leave: () => void) => (): void => {
      if (unsaved && !confirmWithUser(text.discard)) return;
      // Whoever goes on to another record has no draft there; what was kept about yet another one stays.
      if (unsaved) change({});
      leave();
    },
  };
};
export type Drafts = ReturnType<typeof useDrafts>;
