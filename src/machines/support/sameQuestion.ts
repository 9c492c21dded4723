type Question = Readonly<Record<string, string>>;

/** True if two questions are equal; null equals only null. */
export const isSameQuestion = (a: Question | null, b: Question | null): boolean =>
  a === b || (a !== null && b !== null && Object.keys({ ...a, ...b }).every((key) => a[key] === b[key]));
