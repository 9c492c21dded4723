import { useEffect, useMemo } from 'react';
import { useApp, useUser } from '../app/context.ts';
import { createDrafts } from '../services/drafts.ts';

/**
 * Unsaved input that survives a reload and the end of the session (decisions 1.07): the component offers it again to the same user in the
 * same tab. It is deleted when the user leaves the component while signed in.
 * @param name identifies the form and its subject
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
