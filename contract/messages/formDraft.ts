// Unsaved input that a form restores.
export const formDraft = {
  restored: 'Your unsaved input is restored.',
  restoredChanged: 'Your unsaved input is restored, but somebody else has saved a change since. Compare the two before you save.',
} as const;
