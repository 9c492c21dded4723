// What a person is paid a month at least (decisions 2.08).
export const draws = {
  settled: 'A later month of this person is settled already, so this one stays as it was paid.',
} as const;
