import { useEffect, useRef } from 'react';
import type { GridProps } from './types.ts';
import type { Focus } from './useActiveCell.ts';

/** Returns focus to the row whose panel was closed. */
export const useOpenRow = <Row>({ rows, rowKey, openRow = null }: GridProps<Row>, { active, go }: Focus): void => {
  const last = useRef(openRow);
  useEffect(() => {
    const closed = openRow === null ? last.current : null;
    last.current = openRow;
    if (closed === null) return;
    const row = rows.findIndex((candidate) => rowKey(candidate) === closed);
    if (row >= 0) go({ row, key: active.key });
  });
};
