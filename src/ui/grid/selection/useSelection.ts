import { useCallback, useMemo } from 'react';
import { useLatest } from '../../support/useLatest.ts';
import type { GridProps } from '../types.ts';
import type { SelectionState } from './SelectAll.tsx';

/** Whether all, some or no rows are selected, and stable callbacks, so that rows do not rerender. */
export const useSelection = <Row>(props: GridProps<Row>) => {
  const { rows, rowKey, selection } = props;
  const selectedKeys = selection?.selected;
  const selectionState = useMemo((): SelectionState | null => {
    if (!selectedKeys) return null;
    const count = selectedKeys.size === 0 ? 0 : rows.filter((row) => selectedKeys.has(rowKey(row))).length;
    if (count === 0) return 'none';
    return count === rows.length ? 'all' : 'some';
  }, [rows, rowKey, selectedKeys]);
  const latest = useLatest(props);
  const onSelect = useCallback((index: number, range: boolean) => {
    const { current } = latest;
    const row = current.rows[index];
    if (row !== undefined) current.selection?.onToggle(current.rowKey(row), range);
  }, []);
  const onSelectAll = useCallback(() => latest.current.selection?.onToggleAll(), []);
  return { selected: selectionState, onSelect, onSelectAll };
};
