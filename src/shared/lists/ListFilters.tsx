import './filters.css';
import type { ReactNode } from 'react';
import { fill, messages } from '../../../contract/messages.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { filter } from '../../ui/display/icons.ts';
import { Popover } from '../../ui/Popover.tsx';
import { useNarrow } from '../../ui/support/useNarrow.ts';

const t = messages.filterChips;

type Props = Readonly<{
  /** The number of active filters. */
  count: number;
  /** The search and bulk actions, visible at every width. */
  tools?: ReactNode;
  /** The filters; collapsed behind one button on phones. */
  children: ReactNode;
}>;

export function ListFilters({ count, tools, children }: Props) {
  const isNarrow = useNarrow();
  const name = count === 0 ? t.filters : fill(t.filtersOn, { count });
  return (
    <div className="list-filters">
      {isNarrow && children ? (
        <Popover
          label={name}
          align="start"
          panelClass="filters-panel"
          triggerClass={`p-button p-button-secondary${count === 0 ? ' p-button-icon-only' : ''}`}
          trigger={
            <>
              <Icon svg={filter} />
              {count > 0 && <span className="filters-count" data-count={count} />}
            </>
          }
        >
          {children}
        </Popover>
      ) : (
        children
      )}
      {tools}
    </div>
  );
}
