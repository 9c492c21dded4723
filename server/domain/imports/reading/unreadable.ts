import { Problem } from '../../shared/problem.ts';

/** The file itself is at fault: another try would find the same. */
export const unreadable = (message: string): Problem => new Problem(422, 'file_unreadable', message);
