type Question = Readonly<Record<string, string>>;

/** Whether two questions ask the same; null asks nothing. */
export const isSameQuestion = (a: Question | null, b: Question | null): boolean =>
  a === b || (a !== null && b !== null && Object.keys({ ...a, ...b }).every((key) => a[key] === b[key]));
