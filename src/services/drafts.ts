/**
 * Unsaved edits of one user, stored in this tab so that they survive reloads and expired sessions.
 * The key contains the user's id, so no other user sees them.
 */
export const createDrafts = <Draft>(storage: Storage, name: string, isDraft: (value: unknown) => value is Draft) => {
  const toKey = (userId: string): string => `drafts.${name}.${userId}`;
  return {
    read: (userId: string): readonly Draft[] => {
      try {
        const storedDrafts: unknown = JSON.parse(storage.getItem(toKey(userId)) ?? '[]');
        return Array.isArray(storedDrafts) ? storedDrafts.filter(isDraft) : [];
      } catch {
        return [];
      }
    },
    keep: (userId: string, drafts: readonly Draft[]): void => {
      try {
        if (drafts.length === 0) storage.removeItem(toKey(userId));
        else storage.setItem(toKey(userId), JSON.stringify(drafts));
      } catch (error) {
        // Storage is full or blocked; leaving the page still asks about unsaved edits.
        console.warn(error);
      }
    },
  };
};
