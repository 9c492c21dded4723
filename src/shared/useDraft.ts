import { useEffect, useMemo } from 'react';
import { useApp, useUser } from '../app/context.ts';
import { createDrafts } from '../services/drafts.ts';

/**
 * Unsaved input that survives the end of the session and a reload (decisions 1.07): the component offers it again to the same user in this
 * tab. It is deleted when the signed-in user leaves the component.
 * @param name of the form and its subject: another name is another draft
 */
export const useDraft = <Draft>(name: string, isDraft: (value: unknown) => value is Draft) => {
  const { session } = useApp();
  const { id: userId } = useUser();
  const drafts = useMemo(() => createDrafts(sessionStorage, name, isDraft), [name, isDraft]);
  const storedDraft = useMemo(() => drafts.read(userId)[0] ?? null, [drafts, userId]);
  const saveDraft = (draft: Draft | null): void => drafts.keep(userId, draft === null ? [] : [draft]);
  useEffect(
    () => () => {
      if (session.getSnapshot().hasTag('authenticated')) drafts.keep(userId, []);
    },
    [session, drafts, userId],
  );
  return { found: storedDraft, keep: saveDraft };
};
