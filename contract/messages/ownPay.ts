/** Changes that raise their author's own pay (decisions 3.06). */
export const ownPay = {
  refused: 'This changes your own commission from {before} to {after}, so another person has to make it.',
  waiting: 'This changes your own commission from {before} to {after}, so it waits for another person’s approval. Nothing has changed yet.',
  moved: 'The data behind this change has changed since: it now takes the commission from {before} to {after}. Look at it again.',
  stale: 'Somebody else has changed the same thing since, so this can’t be approved. Reject it, and its author can ask again.',
  own: 'You made this change and are paid by it. Somebody else has to decide.',
  password: 'The rest of this change raises your own commission and waits for another person’s approval. Save the password separately.',
  left: 'Its author no longer works here, so it cannot be approved.',
  /** Shown to approvers who may not read the changed item. */
  unreadable: {
    payment: 'A payment was changed',
    bank: 'A bank transaction was matched',
    imported: 'A file was imported',
    undone: 'The import of a file was undone',
  },
} as const;
