import type { Leave } from '../../../contract/entities/user.ts';

/** Leaves as one field of the form: "2026-03-01/2026-03-31;2026-07-01/2026-07-14". */
export const toLeavesText = (leaveRanges: readonly Leave[]): string => leaveRanges.map(({ from, to }) => `${from}/${to}`).join(';');

export const parseLeaves = (text: string): Leave[] =>
  text === ''
    ? []
    : text.split(';').map((leaveText) => {
        const [from = '', to = ''] = leaveText.split('/');
        return { from, to };
      });
