/** Decisions 1.02 (`as-of`): now, one past day, or two days side by side. */
export const table = `
lens --lens.set[0 isValidComparison]--> lens.compared / setBoth
lens --lens.set[1 isValidDay]--> lens.past / setOne
lens --lens.set[2]--> lens.now / forgetBoth
lens --day.changed[0]--> stays / setToday
lens.deciding --always[0 startsCompared]--> lens.compared
lens.deciding --always[1 startsInPast]--> lens.past
lens.deciding --always[2]--> lens.now
lens.now --day.choose[0 isPast]--> lens.past / setDay
lens.past --day.choose[0 isPast]--> stays / setDay
lens.past --other.choose[0 isOther]--> lens.compared / setOther
lens.past --lens.clear[0]--> lens.now / forgetBoth
lens.compared --day.choose[0 isOtherPastDay]--> stays / setDay
lens.compared --other.choose[0 isOther]--> stays / setOther
lens.compared --other.clear[0]--> lens.past / forgetOther
lens.compared --lens.clear[0]--> lens.now / forgetBoth
`;

export const ignored = `
now: other.choose, other.clear, lens.clear — there is no past day to compare with, or to leave
past: other.clear — nothing is compared
`;
