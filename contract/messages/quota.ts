// The notes next to a quota, identical on every screen.
export const quota = {
  prorated: 'prorated, {days} of {of} days',
  onLeave: 'quota of {period}: {days} of its {of} days {days|is|are} leave, so it is {after} instead of {before}',
  leastOnLeave:
    'quota of {period}: {days} of its {of} days {days|is|are} leave, so it is {after} instead of {before}; leave lowers it to a quarter at most',
} as const;
