/** The address of a person's waiting commission, in place of a payout's id. */
export const waitingId = (userId: string): string => `waiting-${userId}`;

/** The person of such an address; null for a payout. */
export const parseWaitingId = (id: string): string | null => /^waiting-([1-9]\d{0,14})$/.exec(id)?.[1] ?? null;
