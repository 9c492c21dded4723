import { useEffect, useState } from 'react';
import { useApp, useUser } from '../app/context.ts';
import { createDrafts } from '../services/drafts.ts';

/**
 * What is typed and not saved outlives the end of the session and a reload (decisions 1.07): what shows it offers it again to the same person in
 * this tab. It goes with what shows it where the person leaves that.
 * @param name of what is written, and about what
 */
export const useDraft = <Draft>(name: string, isDraft: (value: unknown) => value is Draft) => {
  const { session } = useApp();
  const { id: userId } = useUser();
  const [drafts] = useState(() => createDrafts(sessionStorage, name, isDraft));
  const [found] = useState(() => drafts.read(userId)[0] ?? null);
  const keep = (draft: Draft | null): void => drafts.keep(userId, draft === null ? [] : [draft]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as long as it is shown.
  useEffect(
    () => () => {
      if (session.getSnapshot().hasTag('authenticated')) keep(null);
    },
    [],
  );
  return { found, keep };
};
