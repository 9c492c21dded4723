import { useState } from 'react';
import { messages } from '../../../../contract/messages.ts';
import { confirmWithUser } from '../../../services/browser.ts';
import { useUnsavedGuard } from '../../../shared/useUnsavedGuard.ts';

/** What is written and not sent: the words, and the amount that goes with a resolution. */
export type Draft = Readonly<{ message: string; amount: string }>;
const text = messages.disputes;

/** Drafts by what they answer. They outlive the tab that they are written in; leaving the record or the page with one is asked about. */
export const useDrafts = () => {
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const unsaved = Object.values(drafts).some(({ message, amount }) => message.trim() !== '' || amount !== '');
  useUnsavedGuard(unsaved, text.leave);
  return {
    of: (key: string): Draft => drafts[key] ?? { message: '', amount: '' },
    keep: (key: string, draft: Draft): void => setDrafts((all) => ({ ...all, [key]: draft })),
    /** Does it, after a question where something would be lost. */
    leaving: (leave: () => void) => (): void => {
      if (unsaved && !confirmWithUser(text.discard)) return;
      // Whoever goes on to another record has no draft there.
      setDrafts({});
      leave();
    },
  };
};
export type Drafts = ReturnType<typeof useDrafts>;
