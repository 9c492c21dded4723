/**
 * What was written and not saved, kept in this tab for one person: a reload and an expired session lose none of it.
 * Nobody else is offered it, because it is kept under the person's id.
 */
export const createDrafts = <Draft>(storage: Storage, name: string, isDraft: (value: unknown) => value is Draft) => {
  const keyOf = (userId: string): string => `drafts.${name}.${userId}`;
  return {
    read: (userId: string): readonly Draft[] => {
      try {
        const kept: unknown = JSON.parse(storage.getItem(keyOf(userId)) ?? '[]');
        return Array.isArray(kept) ? kept.filter(isDraft) : [];
      } catch {
        return [];
      }
    },
    keep: (userId: string, drafts: readonly Draft[]): void => {
      try {
        if (drafts.length === 0) storage.removeItem(keyOf(userId));
        else storage.setItem(keyOf(userId), JSON.stringify(drafts));
      } catch (error) {
        // A full or forbidden storage: leaving the page still asks.
        console.warn(error);
      }
    },
  };
};
