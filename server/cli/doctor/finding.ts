/** `todo`: what the operator should do; null if there is nothing to do. */
export type DoctorFinding = Readonly<{ level: 'ok' | 'warn' | 'fail'; subject: string; text: string; todo: string | null }>;

const SUBJECT_WIDTH = 13;

export const ok = (subject: string, text: string): DoctorFinding => ({ level: 'ok', subject, text, todo: null });
export const warn = (subject: string, text: string, todo: string): DoctorFinding => ({ level: 'warn', subject, text, todo });
export const fail = (subject: string, text: string, todo: string): DoctorFinding => ({ level: 'fail', subject, text, todo });

/** "fail  clock        5 s behind the database" and, below, what to do. */
export const findingLines = ({ level, subject, text, todo }: DoctorFinding): string[] => [
  `${level.padEnd(5)} ${subject.padEnd(SUBJECT_WIDTH)} ${text}`,
  ...(todo === null ? [] : [`      ${' '.repeat(SUBJECT_WIDTH)} → ${todo}`]),
];
