// Bonuses for reaching a level (decisions 2.08).
export const bonuses = {
  earned: 'Bonus "{name}" of {period}',
  withdrawn: 'Bonus "{name}" of {period}: the level is no longer reached',
  stand: '{stand} in {period}',
  deals: '{won} deals won; the level is {level}',
  net: 'Net revenue {net}; the level is {level}',
  attainment: 'Net revenue {net} of a quota of {quota}; the level is {level} of the quota',
  reached: 'Reached: {amount}',
  missed: 'Not reached',
} as const;
