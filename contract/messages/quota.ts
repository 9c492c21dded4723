// The notes next to a quota, identical on every screen.
export const quota = {
  prorated: 'prorated, {days} of {of} days',
  pricing: 'closed months keep their quota; open sales of the period are priced by {quota}',
  onLeave: 'quota of {period}: {days} of its {of} days {days|is|are} leave, so it is {after} instead of {before}',
  leastOnLeave:
    'quota of {period}: {days} of its {of} days {days|is|are} leave, so it is {after} instead of {before}; 25% of the quota always remain',
} as const;
