// The note next to a quota, the same on every screen.
export const quota = { prorated: 'prorated, {days} of {of} days' } as const;
