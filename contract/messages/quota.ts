// What stands beside a quota on every screen that shows one.
export const quota = { prorated: 'prorated, {days} of {of} days' } as const;
