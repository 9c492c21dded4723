// The note next to a quota, identical on every screen.
export const quota = { prorated: 'prorated, {days} of {of} days' } as const;
