/** The row id that opens a person's waiting commission instead of a payout. */
export const waitingId = (userId: string): string => `waiting-${userId}`;

/** The person in such a row id; null for a payout. */
export const parseWaitingId = (id: string): string | null => /^waiting-([1-9]\d{0,14})$/.exec(id)?.[1] ?? null;
