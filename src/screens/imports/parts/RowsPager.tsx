import { Pager } from '../../../ui/Pager.tsx';
import type { useRowPages } from '../useRowPages.ts';

type Pages = Pick<ReturnType<typeof useRowPages>, 'position' | 'canPrevious' | 'canNext' | 'previous' | 'next'>;

/** Renders nothing for a single page. */
export function RowsPager({ pages: { position, canPrevious, canNext, previous, next } }: { pages: Pages }) {
  if (!canPrevious && !canNext) return null;
  return <Pager text={position} canPrevious={canPrevious} canNext={canNext} onPrevious={previous} onNext={next} />;
}
