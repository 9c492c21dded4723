import { useEffect, useState } from 'react';
import { useApp, useUser } from '../app/context.ts';
import { createDrafts } from '../services/drafts.ts';

/**
 * What is typed and not saved outlives the end of the session and a reload (decisions 1.07): what shows it offers it again to the same person in
 * this tab. It goes with what shows it where the person leaves that.
 * @param name of what is written
 * @param isMine of several things that are written under one name, is it about this one?
 */
export const useDraft = <Draft>(
  name: string,
  isDraft: (value: unknown) => value is Draft,
  isMine: (draft: Draft) => boolean = () => true,
) => {
  const { session } = useApp();
  const { id: userId } = useUser();
  const [drafts] = useState(() => createDrafts(sessionStorage, name, isDraft));
  const [found] = useState(() => drafts.read(userId).find(isMine) ?? null);
  const keep = (draft: Draft | null): void => drafts.keep(userId, draft === null ? [] : [draft]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as long as it is shown.
  useEffect(
    () => () => {
      if (session.getSnapshot().hasTag('authenticated') && drafts.read(userId).some(isMine)) keep(null);
    },
    [],
  );
  return { found, keep };
};
