// What a person is paid a month at least (decisions 2.08).
export const draws = {
  settled: 'A later month is already settled for this person, so this month stays as it was paid.',
} as const;
