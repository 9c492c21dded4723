/** A mutant that no test can tell from the program: found by its file, the text it changes and what it makes of it. */
export type Equivalent = Readonly<{ file: string; change: string; reason: string }>;

export const equivalents: readonly Equivalent[] = [];
