import { useEffect, useRef } from 'react';
import type { GridProps } from './types.ts';
import type { Focus } from './useActiveCell.ts';

/** Returns focus to the row whose panel was closed. */
export const useReturnToRow = <Row>({ rows, rowKey, openRow = null }: GridProps<Row>, { active, go }: Focus): void => {
  const lastOpenRow = useRef(openRow);
  useEffect(() => {
    const closedRow = openRow === null ? lastOpenRow.current : null;
    lastOpenRow.current = openRow;
    if (closedRow === null) return;
    const row = rows.findIndex((candidate) => rowKey(candidate) === closedRow);
    if (row >= 0) go({ row, key: active.key });
  });
};
