import '../theme/timeline.css';
import { Timeline as PrimeTimeline } from 'primereact/timeline';
import type { ReactNode } from 'react';

export type TimelineItem = {
  key: string;
  /** Gives its dot the accent color. */
  marked?: boolean;
  content: ReactNode;
};

const list = { role: 'list' };
const item = { role: 'listitem' };
const hidden = { style: { display: 'none' } };

/** Events along a vertical line: PrimeReact's timeline, which screen readers announce as a list. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <PrimeTimeline
      value={[...items]}
      dataKey="key"
      content={({ content }: TimelineItem) => content}
      marker={({ marked = false }: TimelineItem) => <span className="p-timeline-event-marker" data-marked={marked || undefined} />}
      pt={{ root: list, event: item, opposite: hidden }}
    />
  );
}
